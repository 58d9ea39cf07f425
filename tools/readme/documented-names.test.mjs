// What the documents list completely must be complete: variables with their defaults, and Redis keys.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const read = (file) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');

/** `{ VARIABLE: default }` of a configuration class; undefined where it has none. */
function variablesOf(file) {
  const found = read(file).matchAll(/^ {2}([A-Z][A-Z0-9_]+)(?:\?)?: [^=;\n]+(?:= (.+))?;$/gm);
  return Object.fromEntries([...found].map(([, name, value]) => [name, value?.replace(/^'(.*)'$|_(?=\d)/g, '$1')]));
}

/** `{ VARIABLE: default }` of the tables of docs/operations.md below this heading. */
function documentedIn(heading) {
  const section = read('docs/operations.md').split(`### ${heading}\n`)[1]?.split('\n#')[0] ?? '';
  const rows = section.matchAll(/^\| `([A-Z0-9_]+)` \| (.*?) \|/gm);
  return Object.fromEntries(
    [...rows].map(([, name, value]) => [name, value === 'none' ? undefined : value.replace(/^`(.*)`$/, '$1')]),
  );
}

for (const [heading, file] of [
  ['All services', 'libs/platform/src/config/common-config.ts'],
  ['consultations-gateway', 'apps/consultations-gateway/src/config.ts'],
  ['ai-engine', 'apps/ai-engine/src/config.ts'],
  ['session-store', 'apps/session-store/src/config.ts'],
])
  test(`${file} → docs/operations.md lists its variables and their defaults, and no others`, () => {
    const variables = variablesOf(file);
    assert.ok(Object.keys(variables).length > 1, 'no variables found: has the shape of the file changed?');
    assert.deepEqual(documentedIn(heading), variables);
  });

test('keys of a session, in libs/contracts/src/keys.ts and in Lua → docs/architecture.md has a row for each', () => {
  const named = [...read('libs/contracts/src/keys.ts').matchAll(/ofThread\(threadId, (['`])(.*?)\1\)/g)].map(
    ([, , name]) => name,
  );
  const lasting = /LASTING = \{(.*?)\}/s.exec(read('apps/session-store/lua/session-keys.lua'))?.[1].match(/[^'{}, ]+/g) ?? [];
  assert.ok(Math.min(named.length, lasting.length) > 5, 'no keys found: has the shape of the files changed?');
  const documented = [...read('docs/architecture.md').matchAll(/^\| `…(.+?)` \|/gm)].map(([, name]) =>
    name.replace(/<.*?>/g, '<>'),
  );
  for (const name of [...named, ...lasting])
    assert.ok(documented.includes(name.replace(/\$\{.*?\}/g, '<>')), `no row for …${name}`);
});
