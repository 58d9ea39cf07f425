import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConsoleFiles } from './console-files.js';

const folder = mkdtempSync(path.join(tmpdir(), 'parley-console-'));
const files = new ConsoleFiles(folder);

beforeAll(() => {
  mkdirSync(path.join(folder, 'assets'));
  for (const [name, text] of [
    ['secret.js', 'secret'],
    ['index.html', 'page'],
    ['assets/index-Ab_1.js', 'script'],
    ['assets/index-Ab_1.js.gz', 'zipped'],
    ['assets/data.json', '{}'],
  ] as const)
    writeFileSync(path.join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

const textOf = async (name: string, encoding?: string): Promise<string | undefined> =>
  (await files.asset(name, encoding))?.body.toString();

test.each([
  ['gzip', true],
  ['gzip, deflate, br', true],
  ['br, GZIP;q=0.5', true],
  ['gzip;q=0', false],
  ['gzip;q=0.0, br', false],
  ['br', false],
  ['', false],
  [undefined, false],
])('accept-encoding %j → gzipped: %s', async (encoding, isGzipped) => {
  const file = await files.asset('index-Ab_1.js', encoding);
  expect(file).toMatchObject({ isGzipped, contentType: 'text/javascript; charset=utf-8' });
  expect(file?.body.toString()).toBe(isGzipped ? 'zipped' : 'script');
});

test('nothing compressed lies beside it → as it is', async () => {
  expect(await files.page('gzip')).toMatchObject({ isGzipped: false, contentType: 'text/html; charset=utf-8' });
});

test.each([
  '../secret.js',
  '..%2fsecret.js',
  '/secret.js',
  'x/../../secret.js',
  'index-Ab_1.js.gz',
  'data.json',
  '.js',
  '',
  'none.js',
])('asset %j → none', async (name) => {
  expect(await textOf(name, 'gzip')).toBeUndefined();
});

test('the console has not been built → no page', async () => {
  expect(await new ConsoleFiles(path.join(folder, 'nowhere')).page('gzip')).toBeUndefined();
});
