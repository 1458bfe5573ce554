// The browser that the tests open pages in: $CHROMIUM, or the first of the usual names in $PATH.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const puppeteer = require('puppeteer-core');

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
               '--disable-component-update', '--disable-sync'];

function findChromium() {
    const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
    const places = process.env.PATH.split(path.delimiter).flatMap(place => names.map(name => path.join(place, name)));
    return process.env.CHROMIUM || places.find(place => fs.existsSync(place));
}

// Calls `use` with a browser whose profile is gone afterwards.
exports.withBrowser = async use => {
    const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'gcnmem-browser-'));
    const browser = await puppeteer.launch(
        {executablePath: findChromium(), headless: true, args: flags, userDataDir: profile});
    try {
        await use(browser);
    } finally {
        await browser.close();
        fs.rmSync(profile, {recursive: true, force: true});
    }
};
