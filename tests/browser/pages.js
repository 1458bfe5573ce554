// Opens pages of `gcnmem run --html` in a headless Chromium, and compares what they show with the run's own counters.
//
//   NODE_PATH=tests/build/browser/node_modules node tests/browser/pages.js DIRECTORY NAME...
//
// DIRECTORY/NAME.html is the page; NAME.run.json and NAME.csv, where they are, what --json and --csv printed of the
// same run; NAME.tables.json what gcnmem_tables printed as JSON, NAME.validation.json gcnmem_validate. What is wrong is
// written to NAME.wrong, a line each; what the page looks like is NAME.light.png, NAME.dark.png and NAME.phone.png.
'use strict';

const fs = require('fs');
const path = require('path');
const {withBrowser} = require('./chromium.js');

const LOAD_MS = 300;
const LOADS = 20;
const CONTRAST = 4.5;
const VIEWS = [['light', 1280], ['dark', 1280], ['phone', 360]];

const digits = text => Number(text.replace(/[^0-9.]/g, ''));

// Processor time of the page's thread from the start of the navigation to the load event: others use the machine, too.
// The first load starts the browser up, so one of several has to be quick enough.
async function load(page, file, wrong) {
    const session = await page.createCDPSession();
    await session.send('Performance.enable', {timeDomain: 'threadTicks'});
    const times = [];
    while (times.length < LOADS && times.every(time => time > LOAD_MS)) {
        await page.goto(`file://${path.resolve(file)}`);
        const {metrics} = await session.send('Performance.getMetrics');
        times.push(1000 * metrics.find(metric => metric.name === 'TaskDuration').value);
    }
    if (Math.min(...times) > LOAD_MS) {
        wrong.push(`takes ${Math.round(Math.min(...times))} ms to load, expected ${LOAD_MS} at most`);
    }
    await session.detach();
    await page.waitForFunction(() => document.querySelector('#later') === null);
}

// What stands out of the page on the right, and text that is hard to read. Runs in the page.
function look(least) {
    const found = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) {
        const wide = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > width + 1);
        found.push(`overflows ${width} pixels: ${document.documentElement.scrollWidth}, by ${
            wide.slice(0, 3).map(e => `${e.tagName} ${e.className} ${e.textContent.slice(0, 20)}`).join('; ')}`);
    }
    const channels = text => {
        const numbers = text.match(/[\d.]+/g).map(Number);
        return numbers.length === 3 ? [...numbers, 1] : numbers;
    };
    const luminance = color => color.slice(0, 3).map(c => c / 255)
        .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = element => {
        for (; element !== null; element = element.parentElement) {
            const color = channels(getComputedStyle(element).backgroundColor);
            if (color[3] === 1) {
                return color;
            }
        }
        return [255, 255, 255, 1];
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = new Set();
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        let kind = ''; // elements of one kind look alike
        for (let e = element; e !== null; e = e.parentElement) {
            kind += ` ${e.tagName}.${e.getAttribute('class')}`;
        }
        if (walker.currentNode.textContent.trim() === '' || ['SCRIPT', 'STYLE'].includes(element.tagName) ||
            seen.has(kind)) {
            continue;
        }
        seen.add(kind);
        const style = getComputedStyle(element);
        const ink = element.namespaceURI.endsWith('svg') ? style.fill : style.color;
        const [light, dark] = [luminance(channels(ink)), luminance(behind(element))].sort((a, b) => b - a);
        const ratio = (light + 0.05) / (dark + 0.05);
        if (ratio < least) {
            found.push(`contrast ${ratio.toFixed(2)}, expected ${least}: ${
                walker.currentNode.textContent.slice(0, 40)}`);
        }
    }
    return found;
}

// Where the page names a member of the JSON report, it shows that member, rounded as it likes.
async function compareWithJson(page, run, wrong) {
    const shown = await page.$$eval('[data-key]', list => list.map(e => [e.dataset.key, e.textContent.trim()]));
    const derived = {
        seconds_e12: run.seconds_e12 / 1e6,
    };
    for (const [key, text] of shown) {
        const value = key in derived ? derived[key] : key.split('.').reduce((object, name) => object?.[name], run);
        const decimals = (/\.(\d+)/.exec(text) || ['', ''])[1].length;
        const is_same = typeof value === 'number' ? Math.abs(digits(text) - value) <= 0.5001 * 10 ** -decimals
                                                    && (decimals > 0 || digits(text) === value)
                                                  : text === value;
        if (!is_same) {
            wrong.push(`${key}: the JSON says ${value}, the page ${text}`);
        }
    }
    if (shown.length < 20) {
        wrong.push(`only ${shown.length} elements name a member of the JSON`);
    }
}

// The flags to paste are those of the report, with its words; what memory instructions cost is what the CSV counts.
async function compareNeeds(page, run, wrong) {
    const shown = await page.$$eval('#assumptions + ul li', list => list.map(e => e.textContent.trim()));
    for (const {flag, reason} of run.needs) {
        if (!shown.some(text => text.startsWith(flag) && text.endsWith(reason.trim()))) {
            wrong.push(`assumptions: the JSON says ${flag} ${reason}, the page ${shown.join(' | ')}`);
        }
    }
}

async function compareMemory(page, rows, wrong) {
    const shown = await page.$$eval('#memory + div tr', list => list.slice(1).map(row =>
        [row.querySelector('a').getAttribute('href').slice(2), ...[...row.cells].map(cell => cell.textContent)]));
    const members = [[2, 'bytes_requested'], [3, 'lines'], [5, 'unit_clocks'], [6, 'conflict_clocks']];
    for (const [index, ...cells] of shown) {
        const row = rows[Number(index)];
        for (const [column, name] of members) {
            const each = Number(row[name]) / Number(row.issued);
            const text = cells[column - 1];
            if (text !== '' && Math.abs(digits(text) - each) > 0.0501) {
                wrong.push(`memory, index ${index}: the CSV says ${name} ${each}, the page ${text}`);
            }
        }
    }
    if (shown.length === 0) {
        wrong.push('memory: no rows');
    }
}

function rowsOfCsv(text) {
    const [names, ...rows] = text.trimEnd().split('\n').filter(line => !line.startsWith('#')).map(line =>
        [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(,|$)/g)].slice(0, -1)
            .map(match => match[1].replace(/^"|"$/g, '').replace(/""/g, '"')));
    return rows.map(row => Object.fromEntries(row.map((value, i) => [names[i], value])));
}

const shownRows = page => page.$$eval('#listing tbody tr[id]', rows => rows.map(row =>
    [...row.cells].map((cell, i) => (i === 2 ? cell.firstChild : cell).textContent.trim())));

async function compareWithCsv(page, rows, wrong) {
    const shown = await shownRows(page);
    if (shown.length !== rows.length) {
        wrong.push(`listing: the CSV has ${rows.length} rows, the page ${shown.length}`);
    }
    rows.forEach((row, i) => {
        const cells = shown[i] || [];
        const pairs = [[0, 'index'], [1, 'line'], [3, 'issued'], [4, 'stall_clocks'], [6, 'conflict_clocks'],
                       [7, 'lines']];
        for (const [column, name] of pairs) {
            if ((cells[column] || '') !== '' && digits(cells[column] || '-1') !== Number(row[name])) {
                wrong.push(`row ${i}, ${name}: the CSV says ${row[name]}, the page ${cells[column]}`);
            }
        }
        if (cells[2] !== row.text.trim()) {
            wrong.push(`row ${i}: the CSV says ${row.text}, the page ${cells[2]}`);
        }
    });
}

// Tables that the JSON of gcnmem_tables has, too: the same cells, rounded to a decimal.
async function compareWithTables(page, gpus, wrong) {
    const shown = await page.$$eval('table[data-table]', list => list.map(table => [table.dataset.table,
        [...table.querySelectorAll('tbody tr')].map(row => [...row.cells].slice(1).map(cell => cell.textContent))]));
    for (const {name, rows} of gpus[0].tables) {
        const cells = (shown.find(entry => entry[0] === name) || [name, []])[1];
        rows.forEach((row, r) => row.values.forEach((value, c) => {
            const text = (cells[r] || [])[c];
            if (text === undefined || Math.abs(Number(text) - value) > 0.0501) {
                wrong.push(`table ${name}, row ${r}, column ${c}: the JSON says ${value}, the page ${text}`);
            }
        }));
    }
}

// The figures that a page of tables has to draw.
const FIGURES = ['stride', 'bandwidth', 'copy', 'footprint', 'lds_stride', 'timing', 'banks', 'dram', 'mix',
                 'channels'];

async function findFigures(page, wrong) {
    const drawn = await page.$$eval('section', list => list.filter(e => e.querySelector('svg[role=img]'))
        .map(e => e.querySelector('table').dataset.table));
    FIGURES.filter(name => !drawn.includes(name)).forEach(name => wrong.push(`no figure of ${name}`));
}

// Each data set's summary and the rows beside its chart, which has a mark for each row that was compared.
async function compareWithValidation(page, sets, wrong) {
    for (const set of sets) {
        const shown = await page.$eval(`section[data-set="${set.name}"]`, e => ({
            keys: [...e.querySelectorAll('[data-key]')].map(k => [k.dataset.key, Number(k.textContent)]),
            rows: [...e.querySelectorAll('tbody tr')].map(row => [...row.cells].map(cell => cell.textContent.trim())),
            marks: e.querySelectorAll('svg .m0,svg .m1').length,
        }));
        for (const [key, value] of shown.keys) {
            if (set[key] !== value) {
                wrong.push(`${set.name}, ${key}: the JSON says ${set[key]}, the page ${value}`);
            }
        }
        if (shown.keys.length !== 5 || shown.marks !== set.rows) {
            wrong.push(`${set.name}: ${shown.keys.length} numbers and ${shown.marks} marks for ${set.rows} rows`);
        }
        const rows = set.results.map(r => [r.gpu, r.test.trim(), r.measured.toFixed(3), r.modelled.toFixed(3),
            `${r.error_percent.toFixed(3)} %${r.within ? '' : ` MISS: ${r.reason}`}`]);
        if (JSON.stringify(rows) !== JSON.stringify(shown.rows)) {
            const at = rows.findIndex((row, i) => JSON.stringify(row) !== JSON.stringify(shown.rows[i]));
            wrong.push(`${set.name}, row ${at}: the JSON says ${rows[at]}, the page ${shown.rows[at]}`);
        }
    }
}

// Sorting by stalls and back, and folding.
async function useListing(page, wrong) {
    const visible = () => page.$$eval('#listing tbody tr[id]', rows => rows.filter(row => row.offsetHeight > 0).length);
    const before = await shownRows(page);
    const stalls = rows => rows.map(row => digits(row[4]));
    const press = selector => page.$eval(selector, element => element.click());
    await press('#listing th:nth-child(5) button');
    const sorted = stalls(await shownRows(page));
    if (String(sorted) !== String(stalls(before).sort((a, b) => b - a))) {
        wrong.push(`sorted by stall clocks: ${sorted.slice(0, 8)} ...`);
    }
    await press('#listing th:nth-child(5) button');
    await press('#listing th:nth-child(5) button');
    if (JSON.stringify(await shownRows(page)) !== JSON.stringify(before)) {
        wrong.push('the third press does not bring the order of the listing back');
    }
    await press('#hot');
    const hot = stalls(before).filter(clocks => clocks > 0).length;
    if (await visible() !== hot) {
        wrong.push(`only lines with stalls: expected ${hot}, came ${await visible()}`);
    }
    await press('#hot');
    await press('#fold');
    if (await visible() !== 0) {
        wrong.push(`folded: ${await visible()} rows can be seen`);
    }
    await press('#listing tbody button');
    const first = await page.$eval('#listing tbody', body => body.rows.length - 1);
    if (await visible() !== first) {
        wrong.push(`first block unfolded: expected ${first} rows, came ${await visible()}`);
    }
    await press('#unfold');
}

async function open(browser, directory, name) {
    const wrong = [];
    const file = path.join(directory, name);
    for (const [view, width] of VIEWS) {
        const page = await browser.newPage();
        page.on('console', message => wrong.push(`console: ${message.text()}`));
        page.on('pageerror', error => wrong.push(`page error: ${error.message}`));
        page.on('request', request => request.url().startsWith('http') && wrong.push(`asks for ${request.url()}`));
        await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: view === 'dark' ? 'dark' : 'light'}]);
        await page.setViewport({width, height: 900});
        await load(page, `${file}.html`, wrong);
        const height = await page.evaluate(() => Math.min(document.documentElement.scrollHeight, 6000));
        await page.screenshot({path: `${file}.${view}.png`, clip: {x: 0, y: 0, width, height}});
        await page.$$eval('details', list => list.forEach(element => { element.open = true; }));
        wrong.push(...await page.evaluate(look, CONTRAST));
        if (view === 'light' && fs.existsSync(`${file}.run.json`)) {
            const run = JSON.parse(fs.readFileSync(`${file}.run.json`));
            await compareWithJson(page, run, wrong);
            const rows = rowsOfCsv(fs.readFileSync(`${file}.csv`, 'latin1'));
            await compareNeeds(page, run, wrong);
            await compareWithCsv(page, rows, wrong);
            await compareMemory(page, rows, wrong);
            await useListing(page, wrong);
        }
        if (view === 'light' && fs.existsSync(`${file}.tables.json`)) {
            await compareWithTables(page, JSON.parse(fs.readFileSync(`${file}.tables.json`)).gpus, wrong);
            await findFigures(page, wrong);
        }
        if (view === 'light' && fs.existsSync(`${file}.validation.json`)) {
            await compareWithValidation(page, JSON.parse(fs.readFileSync(`${file}.validation.json`)).data_sets, wrong);
        }
        await page.close();
    }
    fs.writeFileSync(`${file}.wrong`, wrong.map(line => `${line}\n`).join(''));
}

withBrowser(async browser => {
    const [directory, ...names] = process.argv.slice(2);
    for (const name of names) {
        await open(browser, directory, name);
    }
}).then(() => process.exit(0), error => {
    console.error(error);
    process.exit(1);
});
