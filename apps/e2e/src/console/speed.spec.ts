import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '@parley/testing';
import { useStack } from '../test/use-stack.js';
import { CONSOLE_AGENTS_DIR } from './test/agents-dir.js';
import { busyTimes } from './test/busy-times.js';
import { ConsolePage } from './test/console-page.js';
import { useBrowser } from './test/use-browser.js';

const stack = useStack({ agentsDir: CONSOLE_AGENTS_DIR });
const { newPage, browser } = useBrowser();
const origin = (): string => `http://127.0.0.1:${stack().gateway().port}`;

const KB = 1000;
const DIST = path.join(ROOT, 'apps/web-console/dist');

describe('the first load', () => {
  test('all that the page names → under 400 kB, gzipped', () => {
    const page = readFileSync(path.join(DIST, 'index.html'), 'utf8');
    const files = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.filter((file) => /\.(js|css)$/.test(file)).length).toBeGreaterThanOrEqual(2);
    const bytes = ['index.html', ...files].map((file) => gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(400 * KB);
  });

  test('what goes over the wire → as little, each file once; assets are kept for ever, the page is asked for anew', async () => {
    const page = await newPage();
    const bytes: number[] = [];
    const urls: string[] = [];
    page.on('response', (response) => {
      urls.push(response.url());
      const { pathname } = new URL(response.url());
      if (pathname === '/' || pathname.startsWith('/assets/')) bytes.push(Number(response.headers()['content-length']));
    });
    await new ConsolePage(page, origin()).open();
    await page.locator('.agent-choice').waitFor();
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(400 * KB);
    const assets = urls.filter((url) => url.includes('/assets/'));
    const scripts = assets.filter((url) => url.endsWith('.js'));
    expect(new Set(scripts).size).toBe(scripts.length);
    const cacheOf = async (url: string) => (await fetch(url)).headers.get('cache-control');
    expect(await cacheOf(`${origin()}/`)).toBe('no-cache');
    for (const url of assets) expect(await cacheOf(url)).toBe('public, max-age=31536000, immutable');
  });

  test('scripts → from here alone; nothing else may be loaded, and no other page may frame this one', async () => {
    const policy = (await fetch(origin())).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'; script-src 'self';/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe|\*|https?:/);
  });
});

const COUNT = 2000;

/** A long answer of all that Markdown has. */
const RICH = Array.from({ length: COUNT }, (_, n) => {
  if (n % 120 === 0) return `\n\n## Section ${n / 120}\n\n`;
  if (n % 120 === 40) return '\n\n```js\nconst a = 1;\n';
  if (n % 120 === 60) return '\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n';
  if (n % 30 === 29) return '\n- item ';
  return n % 17 === 0 ? `**bold${n}** ` : `word${n} `;
});
/** The worst case: one paragraph without an end. */
const ENDLESS = Array.from({ length: COUNT }, (_, n) => (n % 17 === 0 ? `**bold${n}** ` : `word${n} `));

describe('an answer of 2,000 tokens', () => {
  test.each([
    ['rich Markdown', RICH],
    ['one paragraph', ENDLESS],
  ])('%s → streamed without a frame of more than 50 ms', async (_what, tokens) => {
    stack().model.when({}, { tokens, pace_ms: 1 });
    const tab = await new ConsolePage(await newPage({ reducedMotion: 'no-preference' }), origin()).open();
    await tab.page.locator('input[value=guide]').check();
    // What the page has yet to do for its first message is not the stream's.
    const busy = await busyTimes(browser(), tab.page, async () => {
      await tab.say('tell me');
      await tab.answered();
    });
    expect(busy.length).toBeGreaterThan(100);
    expect(busy.slice(0, 3).filter((ms) => ms > 50)).toEqual([]);
    expect((await tab.textOf()).match(/(?:word|bold)\d+/g)).toHaveLength(tokens.join('').match(/(?:word|bold)\d+/g)?.length ?? 0);
  });
});
