import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { identityOf } from './lock/process-identity.cjs';

const LOCK = {
  packages: {
    '': { name: 'x' },
    'node_modules/a': { version: '1.0.0', integrity: 'i' },
    'node_modules/b': { version: '2.0.0', optional: true },
  },
};

/** Stands for npm-cli.js: notes its arguments, with NPM_WAITS waits for a file `go`, and leaves what `npm ci` would. */
const NPM = `const fs = require('fs');
fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
console.log('npm talks');
if (process.env.NPM_FAILS) { console.error('npm ERR'); process.exit(1); }
const wait = () => {
  if (process.env.NPM_WAITS && !fs.existsSync('go')) return setTimeout(wait, 10);
  fs.mkdirSync('node_modules/node/bin', { recursive: true });
  fs.writeFileSync('node_modules/node/bin/node', '');
};
wait();`;

let root;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(tmpdir(), 'parley-deps-'));
  for (const name of ['ensure-deps.cjs', 'lock'])
    fs.cpSync(path.join(import.meta.dirname, name), path.join(root, 'tools', name), { recursive: true });
  fs.writeFileSync(path.join(root, 'npm-cli.cjs'), NPM);
  write('package-lock.json', LOCK);
});
afterEach(() => fs.rmSync(root, { recursive: true }));

function write(name, content) {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  fs.writeFileSync(path.join(root, name), JSON.stringify(content));
}

function begin(env = {}) {
  const { PATH, HOME } = process.env;
  const script = path.join(root, 'tools/ensure-deps.cjs');
  const child = spawn(process.execPath, [script], { env: { PATH, HOME, npm_execpath: path.join(root, 'npm-cli.cjs'), ...env } });
  let said = '';
  const words = new EventEmitter();
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => words.emit('said', (said += chunk)));
  const ended = once(child, 'close').then(([code]) => ({ code, said }));
  return { words, ended };
}

const ensure = (env) => begin(env).ended;

const calls = () =>
  fs.existsSync(path.join(root, 'calls')) ? fs.readFileSync(path.join(root, 'calls'), 'utf8').trim().split('\n') : [];

test('nothing is installed → npm ci with the development dependencies, quietly; the next run does and says nothing', async () => {
  const first = await ensure({ NODE_ENV: 'production' });
  assert.equal(first.code, 0);
  assert.match(first.said, /^parley: installing the dependencies \(npm ci\) …\nparley: dependencies installed in \d+ s\n$/);
  assert.equal(calls().length, 1);
  assert.match(calls()[0], /^ci --include=dev /);
  assert.deepEqual(await ensure(), { code: 0, said: '' });
  assert.equal(calls().length, 1);
});

test('package-lock.json has changed → installed again', async () => {
  await ensure();
  write('package-lock.json', { packages: { ...LOCK.packages, 'node_modules/c': { version: '1.0.0' } } });
  assert.equal((await ensure()).code, 0);
  assert.equal(calls().length, 2);
});

test('npm fails → its output and its failure; the next run tries again', async () => {
  const { code, said } = await ensure({ NPM_FAILS: '1' });
  assert.equal(code, 1);
  assert.match(said, /npm talks\nnpm ERR\nparley: npm ci failed \(exit 1\)/);
  assert.equal((await ensure()).code, 0);
  assert.equal(calls().length, 2);
});

test('two at once → one installs, the other waits for it', async () => {
  const both = [begin({ NPM_WAITS: '1' }), begin({ NPM_WAITS: '1' })];
  const go = (said) => /waiting for another installation/.test(said) && fs.writeFileSync(path.join(root, 'go'), '');
  both.forEach(({ words }) => words.on('said', go));
  const ends = await Promise.all(both.map(({ ended }) => ended));
  assert.deepEqual(
    ends.map(({ code }) => code),
    [0, 0],
  );
  assert.equal(calls().length, 1);
});

test('npm’s record agrees with package-lock.json (installed by hand) → nothing is installed; an optional package may be missing', async () => {
  const { 'node_modules/b': _, ...installed } = LOCK.packages;
  write('node_modules/.package-lock.json', { packages: installed });
  assert.deepEqual(await ensure(), { code: 0, said: 'parley: the dependencies are installed already\n' });
  assert.deepEqual(calls(), []);
});

test('npm’s record has another version → installed', async () => {
  write('node_modules/.package-lock.json', {
    packages: { ...LOCK.packages, 'node_modules/a': { version: '1.0.1', integrity: 'j' } },
  });
  await ensure();
  assert.equal(calls().length, 1);
});

test('Parley runs from what is installed → it is not replaced under it', async () => {
  write('.parley/start.json', identityOf(process.pid));
  const { code, said } = await ensure();
  assert.equal(code, 1);
  assert.match(said, new RegExp(`pid ${process.pid}\\). Stop it first`));
  assert.deepEqual(calls(), []);
});

test('called by npm ci itself → does nothing', async () => {
  assert.deepEqual(await ensure({ PARLEY_INSTALLING: '1' }), { code: 0, said: '' });
  assert.deepEqual(calls(), []);
});
