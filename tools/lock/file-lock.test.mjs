import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { acquire, isHeld, read, release, rewrite } from './file-lock.cjs';
import { identityOf, isAlive } from './process-identity.cjs';

let dir;
let file;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(tmpdir(), 'parley-lock-'));
  file = path.join(dir, 'x.lock');
});
afterEach(() => fs.rmSync(dir, { recursive: true }));

test('the lock is free → taken, held, and free again after release', () => {
  assert.equal(acquire(file), undefined);
  assert.equal(isHeld(file), true);
  release(file);
  assert.equal(isHeld(file), false);
  assert.equal(acquire(file), undefined);
});

test('it is held → the loser is told what the holder wrote', () => {
  acquire(file, () => ({ url: 'a' }));
  rewrite(file, { url: 'b' });
  assert.deepEqual(acquire(file), { url: 'b', ...identityOf(process.pid) });
});

test('its holder is dead → taken over, with what it had written', () => {
  fs.writeFileSync(file, JSON.stringify({ pid: process.pid, startTime: 'of another process', children: [1] }));
  assert.equal(isHeld(file), false);
  assert.equal(
    acquire(file, (previous) => ({ children: previous?.children })),
    undefined,
  );
  assert.deepEqual(read(file), { children: [1], ...identityOf(process.pid) });
});

test('its holder is just writing it → held; it never wrote → taken over', () => {
  fs.writeFileSync(file, '');
  assert.deepEqual(acquire(file), {});
  const long = new Date(Date.now() - 60_000);
  fs.utimesSync(file, long, long);
  assert.equal(acquire(file), undefined);
});

test('another process holds it → release leaves it alone', () => {
  fs.writeFileSync(file, JSON.stringify(identityOf(process.ppid)));
  release(file);
  assert.equal(isHeld(file), true);
});

test('a process that died while taking over left its guard → taken over all the same', () => {
  fs.writeFileSync(file, JSON.stringify({ pid: 1, startTime: 'never' }));
  fs.writeFileSync(`${file}.takeover`, '');
  const long = new Date(Date.now() - 60_000);
  fs.utimesSync(`${file}.takeover`, long, long);
  assert.equal(acquire(file), undefined);
});

test('eight processes want a dead holder’s lock at once → exactly one gets it', async () => {
  fs.writeFileSync(file, JSON.stringify({ pid: 1, startTime: 'never' }));
  const module = path.join(import.meta.dirname, 'file-lock.cjs');
  const code = `const lost = require(${JSON.stringify(module)}).acquire(${JSON.stringify(file)}); console.log(lost ? 'lost' : 'won'); process.stdin.resume();`;
  const children = Array.from({ length: 8 }, () => spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] }));
  const words = await Promise.all(children.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()));
  assert.equal(words.filter((word) => word === 'won').length, 1);
  await Promise.all(children.map((child) => (child.stdin.end(), once(child, 'exit'))));
});

test('a process → known by pid and start time, until it has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  const identity = identityOf(child.pid);
  assert.equal(isAlive(identity), true);
  assert.equal(isAlive({ ...identity, startTime: '1' }), false);
  child.stdin.end();
  await once(child, 'exit');
  assert.equal(isAlive(identity), false);
  assert.equal(isAlive(undefined), false);
  assert.equal(isAlive(identityOf(undefined)), false);
});
