import { useStack } from '../test/use-stack.js';
import { CONSOLE_AGENTS_DIR } from './test/agents-dir.js';
import { ConsolePage } from './test/console-page.js';
import { useBrowser } from './test/use-browser.js';

const stack = useStack({ agentsDir: CONSOLE_AGENTS_DIR });
const { newPage } = useBrowser();

const UNCHECKED = `
[web](https://example.org/a) and <mailto:a@example.org>

[page](report.pdf) [root](/api/v1/consultations) [other](//example.org) [route](#/workbench) [script](javascript:alert(1))

![a picture](https://example.org/picture.png) ![local](picture.png) ![](data:image/png;base64,AAAA)
[![in a link](https://example.org/b.png)](https://example.org/c)

<img src="https://example.org/html.png"><script>document.title = 'x'</script>

- [x] done
- [ ] open

See the note[^1].

[^1]: What the note says.
`;

const row = (cell: string): string => `|${` ${cell} |`.repeat(30)}`;
const WIDE = `${row('Heading')}\n${row('---')}\n${row('value')}`;

test('a text that nobody has checked → links to the web and mail only, the rest is text; nothing is loaded', async () => {
  const page = await newPage();
  const elsewhere: string[] = [];
  const origin = `http://127.0.0.1:${stack().gateway().port}`;
  page.on('request', (request) => request.url().startsWith(`${origin}/`) || elsewhere.push(request.url()));
  stack().model.when({}, { text: UNCHECKED });
  const tab = new ConsolePage(page, origin);
  await tab.begin('guide', 'hello');
  await tab.answered();
  const links = tab.answer().locator('.markdown a');
  const hrefs = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual([
    'https://example.org/a',
    'mailto:a@example.org',
    'https://example.org/picture.png',
    'https://example.org/c',
  ]);
  for (const text of ['page', 'root', 'other', 'route', 'script', 'local', 'Image', '<img src=', '☑ done', '☐ open'])
    await tab.answer().getByText(text).first().waitFor();
  await tab.answer().getByRole('listitem').getByText('What the note says.').waitFor();
  expect(await tab.answer().locator('img, script, input, [id], [target]:not([rel~=noopener])').count()).toBe(0);
  expect(elsewhere).toEqual([]);
});

test('a table that is too wide → scrolled, with its words whole; Arabic → from right to left, code in it is not', async () => {
  stack().model.when({}, { text: `${WIDE}\n\nمرحبا، ما العمل؟\n\n- البند\n\n      let x;` });
  const tab = new ConsolePage(await newPage(), `http://127.0.0.1:${stack().gateway().port}`);
  await tab.begin('guide', 'hello');
  await tab.answered();
  const found = await tab.page.evaluate(`(() => {
    const table = document.querySelector('.markdown-table');
    const parts = [...document.querySelectorAll('.markdown :is(.markdown-block > p, li, pre)')];
    return {
      isScrolled: table.scrollWidth > table.clientWidth,
      rowsPx: Math.max(...[...table.querySelectorAll('tr')].map((row) => row.clientHeight)),
      directions: parts.map((part) => getComputedStyle(part).direction),
    };
  })()`);
  expect(found).toEqual({ isScrolled: true, rowsPx: expect.any(Number) as number, directions: ['rtl', 'rtl', 'ltr'] });
  expect((found as { rowsPx: number }).rowsPx).toBeLessThan(50);
});

test('more than the reader of Markdown can take → shown as it was written, and the page goes on', async () => {
  const page = await newPage();
  // React tells its faults on the console; this one is expected.
  await page.addInitScript('console.error = () => undefined');
  const quotes = '>'.repeat(20_000);
  stack().model.when({}, { text: `Before.\n\n${quotes} deep\n\nAfter.` });
  const tab = new ConsolePage(page, `http://127.0.0.1:${stack().gateway().port}`);
  await tab.begin('guide', 'hello');
  await tab.answered();
  const blocks = (await tab.textOf()).split(/\n+/);
  expect([blocks[0], blocks[1] === `${quotes} deep`, blocks[2]]).toEqual(['Before.', true, 'After.']);
  await tab.composer.fill('still here');
});
