import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { ensureRedis, RedisMissing } from './ensure-redis.mjs';

let dir;
let said;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(tmpdir(), 'parley-redis-'));
  said = [];
});
afterEach(() => fs.rmSync(dir, { recursive: true }));

const program = (name, script) => fs.writeFileSync(path.join(dir, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
const ensure = (isRoot) => ensureRedis({ say: (text) => said.push(text), folders: [path.join(dir, 'none'), dir], isRoot });
const calls = () => fs.readFileSync(path.join(dir, 'calls'), 'utf8').trim().split('\n');

/** Installs only after `update`, as on a machine without package lists. */
const APT = `cd ${'$(dirname "$0")'}; echo "$3 $DEBIAN_FRONTEND" >> calls
case $3 in
update) touch lists;;
install) [ -e lists ] || { echo "E: Unable to locate package"; exit 100; }; cp apt-get redis-server;;
esac`;

test('the program is there → its path, nothing said, whoever asks', () => {
  program('redis-server', '');
  assert.equal(ensure(false), path.join(dir, 'redis-server'));
  assert.deepEqual(said, []);
});

test('root on a Debian without package lists → lists and package are fetched, without questions', () => {
  program('apt-get', APT);
  assert.equal(ensure(true), path.join(dir, 'redis-server'));
  assert.deepEqual(calls(), ['install noninteractive', 'update noninteractive', 'install noninteractive']);
  assert.match(said[0], /installing the package redis-server/);
});

test('package lists are there → they are not fetched again', () => {
  program('apt-get', APT);
  fs.writeFileSync(path.join(dir, 'lists'), '');
  ensure(true);
  assert.deepEqual(calls(), ['install noninteractive']);
});

test('the installation fails → what apt-get said, and what to do', () => {
  program('apt-get', 'echo "E: no network"; exit 100');
  assert.throws(() => ensure(true), { constructor: RedisMissing, message: /E: no network[^]*REDIS_URL/ });
});

test('not root → how to install it, and the way without; nothing is run', () => {
  program('apt-get', APT);
  assert.throws(() => ensure(false), { constructor: RedisMissing, message: /sudo apt-get install redis-server.*REDIS_URL/ });
  assert.ok(!fs.existsSync(path.join(dir, 'calls')));
});

test('root on another system → what to do', () => {
  assert.throws(() => ensure(true), { constructor: RedisMissing, message: /package manager|brew/ });
});
