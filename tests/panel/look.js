// node look.js SCREEN PNG [COLOR...]: reads the screen that Xvfb keeps in a file (X window dump, 32 bits a pixel),
// writes it as a PNG and prints a line: how many colours there are, the share of the most frequent one in percent, then
// how many pixels have each COLOR (rrggbb).
'use strict';

const fs = require('fs');
const zlib = require('zlib');

const CRC = new Uint32Array(256).map((_, n) => {
    for (let bit = 0; bit < 8; ++bit) {
        n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    }
    return n;
});

function chunk(type, data) {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const crc = ~body.reduce((sum, byte) => CRC[(sum ^ byte) & 255] ^ (sum >>> 8), ~0) >>> 0;
    const ends = [Buffer.alloc(4), Buffer.alloc(4)];
    ends[0].writeUInt32BE(data.length);
    ends[1].writeUInt32BE(crc);
    return Buffer.concat([ends[0], body, ends[1]]);
}

const [screen, png, ...colors] = process.argv.slice(2);
const dump = fs.readFileSync(screen);
const field = index => dump.readUInt32BE(index * 4);
const [width, height, bytesPerLine] = [field(4), field(5), field(12)];
const start = field(0) + field(19) * 12;
const rows = Buffer.alloc(height * (1 + width * 3));
const counts = new Map();
for (let y = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x) {
        const pixel = dump.readUInt32LE(start + y * bytesPerLine + x * 4) & 0xffffff;
        rows.writeUIntBE(pixel, y * (1 + width * 3) + 1 + x * 3, 3);
        counts.set(pixel, (counts.get(pixel) || 0) + 1);
    }
}
const head = Buffer.alloc(13);
head.writeUInt32BE(width);
head.writeUInt32BE(height, 4);
head.set([8, 2], 8); // bits a channel, red green blue
fs.writeFileSync(png, Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head),
                                     chunk('IDAT', zlib.deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]));
console.log(counts.size, Math.round(Math.max(...counts.values()) * 100 / (width * height)),
            ...colors.map(color => counts.get(parseInt(color, 16)) || 0));
