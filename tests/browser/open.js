// Opens a timeline in speedscope, in a headless Chromium, and compares what came of it with the run's own counters.
//
//   NODE_PATH=tests/build/browser/node_modules node tests/browser/open.js DIRECTORY NAME...
//
// DIRECTORY/NAME.json is the timeline, NAME.run.json what `gcnmem run --json` printed of the same run. What is wrong is
// written to NAME.wrong, a line each; what the page looked like is NAME.png.
'use strict';

const fs = require('fs');
const http = require('http');
const path = require('path');
const {withBrowser} = require('./chromium.js');

const SECONDS = 30; // for a trace to open

const viewer = path.join(path.dirname(require.resolve('speedscope/package.json')), 'dist', 'release');

// Serves the viewer, and the traces beside it.
function serve(directory) {
    const types = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json'};
    const server = http.createServer((request, response) => {
        const name = path.basename(new URL(request.url, 'http://localhost').pathname);
        const file = path.join(request.url.startsWith('/traces/') ? directory : viewer, name);
        if (!fs.existsSync(file)) {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, {'Content-Type': types[path.extname(name)] || 'application/octet-stream'});
        fs.createReadStream(file).pipe(response);
    });
    return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)));
}

// What the page says while it imports: dialogs, errors, warnings that slices do not nest.
function listen(page, wrong) {
    page.on('dialog', dialog => {
        wrong.push(`dialog: ${dialog.message()}`);
        dialog.dismiss();
    });
    page.on('pageerror', error => wrong.push(`page error: ${error.message}`));
    page.on('console', message => {
        if (message.text().includes('Tried to end') || message.text().includes('Failed to load')) {
            wrong.push(`console: ${message.text()}`);
        }
    });
}

// Until the page has the title of a profile, or something is wrong.
async function settle(page, wrong) {
    const end = Date.now() + SECONDS * 1000;
    let title = '';
    while (Date.now() < end && wrong.length === 0 && !/.json - speedscope$/.test(title)) {
        await new Promise(resolve => setTimeout(resolve, 100));
        title = await page.title();
    }
    if (wrong.length === 0 && !/.json - speedscope$/.test(title)) {
        wrong.push(`after ${SECONDS} s the title is still '${title}'`);
    }
}

// What the viewer imported: saving hands it out as speedscope's own file format.
async function imported(page) {
    await page.evaluate(() => {
        window.saved = new Promise(resolve => {
            const create = URL.createObjectURL;
            URL.createObjectURL = blob => {
                resolve(blob.text());
                return create.call(URL, blob);
            };
        });
    });
    await page.keyboard.down('Control');
    await page.keyboard.press('s');
    await page.keyboard.up('Control');
    return JSON.parse(await page.evaluate(() => window.saved));
}

// Clocks of stalls by cause, in the imported profiles: a frame's name is the slice's, with its arguments behind.
function stallClocks(file) {
    const causes = file.shared.frames.map(frame => (/^waits for .*"cause":"(\w+)"/.exec(frame.name) || [])[1]);
    const sums = {};
    for (const profile of file.profiles) {
        for (const event of profile.events.filter(event => causes[event.frame])) {
            const cause = causes[event.frame];
            sums[cause] = (sums[cause] || 0) + (event.type === 'C' ? event.at : -event.at);
        }
    }
    return sums;
}

function compare(what, expected, came, wrong) {
    if (expected !== came) {
        wrong.push(`${what}: expected ${expected}, came ${came}`);
    }
}

async function check(page, trace, run, wrong) {
    const slices = JSON.parse(fs.readFileSync(trace)).traceEvents.filter(event => event.ph === 'X');
    const threads = new Set(slices.map(({pid, tid}) => `CU ${pid} (pid ${pid}), wave slot ${tid} (tid ${tid})`));
    const shown = /\((\d+)\/(\d+)\)/.exec(await page.evaluate(() => document.body.innerText));
    const file = await imported(page);
    const stalls = stallClocks(file);
    compare('profiles in the toolbar', threads.size, shown ? Number(shown[2]) : 1, wrong);
    compare('profiles', [...threads].sort().join('\n'), file.profiles.map(profile => profile.name).sort().join('\n'),
            wrong);
    for (const [cause, clocks] of Object.entries(run.stall_clocks)) {
        compare(`clocks of ${cause}`, clocks, stalls[cause] || 0, wrong);
    }
}

async function open(browser, address, directory, name) {
    const wrong = [];
    const file = path.join(directory, name);
    const page = await browser.newPage();
    listen(page, wrong);
    await page.setViewport({width: 1400, height: 500});
    await page.goto(`${address}/index.html#profileURL=${encodeURIComponent(`/traces/${name}.json`)}`);
    await settle(page, wrong);
    if (wrong.length === 0) {
        await check(page, `${file}.json`, JSON.parse(fs.readFileSync(`${file}.run.json`)), wrong);
    }
    await page.screenshot({path: `${file}.png`});
    await page.close();
    fs.writeFileSync(`${file}.wrong`, wrong.map(line => `${line}\n`).join(''));
}

async function main(directory, ...names) {
    const server = await serve(directory);
    await withBrowser(async browser => {
        for (const name of names) {
            await open(browser, `http://127.0.0.1:${server.address().port}`, directory, name);
        }
    });
    server.close();
}

main(...process.argv.slice(2)).then(() => process.exit(0), error => {
    console.error(error);
    process.exit(1);
});
