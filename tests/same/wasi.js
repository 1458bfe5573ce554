// node wasi.js PROGRAM.wasm ARGUMENT...: runs a program for WASI as one of this system, which sees all files.
'use strict';
const fs = require('fs');
const { WASI } = require('wasi');

const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [program, ...args], preopens: { '/': '/', '.': '.' } });
WebAssembly.instantiate(fs.readFileSync(program), wasi.getImportObject ? wasi.getImportObject()
  : { wasi_snapshot_preview1: wasi.wasiImport })
  .then(({ instance }) => { process.exitCode = wasi.start(instance); });
