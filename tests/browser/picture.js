// The picture of a page in README.md: its beginning; what the page says above its assumptions is a text chunk in it.
//
//   NODE_PATH=tests/build/browser/node_modules node tests/browser/picture.js write PAGE.html PICTURE.png
//   NODE_PATH=tests/build/browser/node_modules node tests/browser/picture.js check PAGE.html PICTURE.png
//
// `check` prints what the page says now and the picture does not, and the other way round. Fonts differ from machine to
// machine, words do not.
'use strict';

const fs = require('fs');
const path = require('path');
const {withBrowser} = require('./chromium.js');

const WIDTH = 1000;
const HEIGHT = 660;
const SIGNATURE_BYTES = 8;
const HEAD_BYTES = 25; // the chunk IHDR

function crc(bytes) {
    let sum = 0xffffffff;
    for (const byte of bytes) {
        sum ^= byte;
        for (let i = 0; i < 8; ++i) {
            sum = sum & 1 ? sum >>> 1 ^ 0xedb88320 : sum >>> 1;
        }
    }
    return (sum ^ 0xffffffff) >>> 0;
}

function chunk(text) {
    const body = Buffer.concat([Buffer.from('tEXtDescription\0', 'latin1'), Buffer.from(text, 'latin1')]);
    const bytes = Buffer.alloc(body.length + 8);
    bytes.writeUInt32BE(body.length - 4, 0);
    body.copy(bytes, 4);
    bytes.writeUInt32BE(crc(body), body.length + 4);
    return bytes;
}

function wordsOf(picture) {
    const at = picture.indexOf('tEXtDescription\0', 0, 'latin1');
    return at < 0 ? '' : picture.toString('latin1', at + 16, at + 4 + picture.readUInt32BE(at - 4));
}

// The page as a picture, and its words: a line for each element that begins a line.
async function take(browser, file) {
    const page = await browser.newPage();
    await page.setViewport({width: WIDTH, height: 900});
    await page.goto(`file://${path.resolve(file)}`);
    const words = await page.evaluate(() => {
        const end = document.querySelector('#assumptions');
        const range = document.createRange();
        range.setStart(document.body, 0);
        range.setEndBefore(end);
        const selection = getSelection();
        selection.addRange(range);
        const text = selection.toString();
        selection.removeAllRanges();
        return text;
    });
    const picture = Buffer.from(await page.screenshot({clip: {x: 0, y: 0, width: WIDTH, height: HEIGHT}}));
    return {picture, words: words.replace(/[^\x21-\x7e\n]+/g, ' ').replace(/\s*\n\s*/g, '\n').trim()};
}

withBrowser(async browser => {
    const [mode, file, name] = process.argv.slice(2);
    const {picture, words} = await take(browser, file);
    if (mode === 'write') {
        const head = SIGNATURE_BYTES + HEAD_BYTES;
        fs.writeFileSync(name, Buffer.concat([picture.subarray(0, head), chunk(words), picture.subarray(head)]));
        return;
    }
    const shown = wordsOf(fs.readFileSync(name)).split('\n');
    const said = words.split('\n');
    said.filter(line => !shown.includes(line)).forEach(line => console.log(`only the page says: ${line}`));
    shown.filter(line => !said.includes(line)).forEach(line => console.log(`only the picture says: ${line}`));
}).then(() => process.exit(0), error => {
    console.error(error);
    process.exit(1);
});
