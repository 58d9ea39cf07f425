import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { LogFile } from './log-file.mjs';

let dir;
let file;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(tmpdir(), 'parley-log-'));
  file = path.join(dir, 'logs/app.log');
});
afterEach(() => fs.rmSync(dir, { recursive: true }));

test('a log of the start before is there → kept as .1, the new one is empty', () => {
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, 'before');
  fs.closeSync(new LogFile(file).open());
  assert.equal(fs.readFileSync(`${file}.1`, 'utf8'), 'before');
  assert.equal(fs.readFileSync(file, 'utf8'), '');
});

test('a child is started again → the log goes on, the tail is only of the last life', () => {
  const log = new LogFile(file);
  fs.writeSync(log.open(), 'first life\n');
  fs.writeSync(log.open(), 'a\nb\nc\n');
  assert.equal(log.tail(2), 'b\nc');
  assert.equal(log.tail(9), 'a\nb\nc');
  assert.equal(fs.readFileSync(file, 'utf8'), 'first life\na\nb\nc\n');
});

test('a log grows beyond its bound while its writer holds it open → moved to .1, the writer goes on in an empty file', () => {
  const log = new LogFile(file);
  const fd = log.open();
  fs.writeSync(fd, 'x'.repeat(11));
  log.bound(10);
  fs.writeSync(fd, 'after');
  assert.equal(fs.readFileSync(`${file}.1`, 'utf8'), 'x'.repeat(11));
  assert.equal(fs.readFileSync(file, 'utf8'), 'after');
  log.bound(10);
  assert.equal(log.tail(), 'after');
});
