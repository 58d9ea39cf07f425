import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { fingerprint } from './fingerprint.mjs';

let root;
const write = (file, text) => {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
};
const now = () => fingerprint(root, ['src', 'one.json', 'absent']);
beforeEach(() => {
  root = fs.mkdtempSync(path.join(tmpdir(), 'parley-fingerprint-'));
  write('src/a.ts', 'a');
  write('src/deep/b.ts', 'b');
  write('one.json', '{}');
  write('other.txt', 'x');
});
afterEach(() => fs.rmSync(root, { recursive: true }));

test('nothing has changed, but for when it was written → the same', () => {
  const before = now();
  write('src/a.ts', 'a');
  write('other.txt', 'y');
  assert.equal(now(), before);
});

for (const [what, change] of [
  ['a file has other contents', () => write('src/deep/b.ts', 'c')],
  ['a file is new', () => write('src/c.ts', '')],
  ['a file is gone', () => fs.rmSync(path.join(root, 'src/a.ts'))],
  ['a file has another name', () => fs.renameSync(path.join(root, 'src/a.ts'), path.join(root, 'src/z.ts'))],
  ['a text moves from one file to the next', () => (write('src/a.ts', ''), write('src/deep/b.ts', 'ab'))],
  ['one that was absent is there', () => write('absent', '')],
]) {
  test(`${what} → another one`, () => {
    const before = now();
    change();
    assert.notEqual(now(), before);
  });
}
