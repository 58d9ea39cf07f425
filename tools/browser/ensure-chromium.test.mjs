import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { ProgramMissing } from '../programs/ensure-program.mjs';
import { ensureChromium } from './ensure-chromium.mjs';

let dir;
beforeEach(() => (dir = fs.mkdtempSync(path.join(tmpdir(), 'parley-chromium-'))));
afterEach(() => fs.rmSync(dir, { recursive: true }));

const program = (name, script = '') => {
  const file = path.join(dir, name);
  fs.writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
};
const ensure = (options) => ensureChromium({ say: () => {}, env: {}, elsewhere: [], folders: [dir], isRoot: false, ...options });

test('one is named in CHROMIUM → that one', () => {
  program('chromium');
  assert.equal(ensure({ env: { CHROMIUM: '/opt/mine' } }), '/opt/mine');
});

test('several are there → Chromium before the others, wherever they lie', () => {
  const chrome = program('google-chrome');
  assert.equal(ensure(), chrome);
  const chromium = program('chromium');
  assert.equal(ensure(), chromium);
});

test('one lies where programs of this system lie → that one', () => {
  const file = program('Chromium App');
  assert.equal(ensure({ elsewhere: ['/nowhere', file] }), file);
});

test('none, and root on a Debian → it is installed', () => {
  program('apt-get', 'cd $(dirname "$0"); echo "$@" > calls; cp apt-get chromium');
  assert.equal(ensure({ isRoot: true }), path.join(dir, 'chromium'));
  assert.match(fs.readFileSync(path.join(dir, 'calls'), 'utf8'), /install -y --no-install-recommends chromium\n$/);
});

test('none, and not root → what to do', () => {
  program('apt-get');
  assert.throws(() => ensure(), {
    constructor: ProgramMissing,
    message: /Chromium is missing.*sudo apt-get install chromium.*CHROMIUM/,
  });
});
