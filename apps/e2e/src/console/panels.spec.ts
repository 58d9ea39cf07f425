import type { Page } from 'playwright-core';
import { useStack } from '../test/use-stack.js';
import { CONSOLE_AGENTS_DIR } from './test/agents-dir.js';
import { ConsolePage } from './test/console-page.js';
import { PHONE, useBrowser } from './test/use-browser.js';

const stack = useStack({ agentsDir: CONSOLE_AGENTS_DIR });
const { newPage, newTab } = useBrowser();
const API = '/api/v1/consultations';
const SESSION = {
  agent_id: 'guide',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  turn: 1,
  active_run_id: null,
  awaiting_card: null,
};
const open = async (): Promise<ConsolePage> => new ConsolePage(await newPage(), `http://127.0.0.1:${stack().gateway().port}`);

describe('the inspector', () => {
  test('while a run goes on → its events as they are, with their numbers and times; one opened → all of it', async () => {
    stack().model.when({}, { tokens: ['Hello ', 'there.'] });
    const tab = await open();
    await tab.open();
    await tab.button(/^Show run events/).click();
    await tab.page.getByText('What a run tells appears here').waitFor();
    await tab.page.locator('input[value=guide]').check();
    await tab.say('hi');
    await tab.answered();
    const rows = tab.page.locator('.event-row');
    await rows.nth(3).waitFor();
    const names = await tab.page.locator('.event-name').allInnerTexts();
    expect(names).toEqual(['run', 'token', 'token', 'end']);
    expect(await rows.nth(1).innerText()).toMatch(/^2\s+\+\d+ ms\s+token\s+"Hello "$/);
    await rows.nth(3).click();
    const detail = JSON.parse(await tab.page.locator('.inspector-detail pre').innerText()) as unknown;
    expect(detail).toMatchObject({ status: 'completed', output: 'Hello there.' });
    const list = tab.page.getByRole('listbox', { name: 'Run events' });
    await list.press('ArrowUp');
    await tab.page.locator('.inspector-detail').getByText('there.').waitFor();
    expect(await list.getByRole('option', { selected: true }).innerText()).toMatch(/^3\s/);
    await tab.page.getByLabel('Show tokens').uncheck();
    expect(await tab.page.locator('.event-name').allInnerTexts()).toEqual(['run', 'end']);
  });

  test('after a reload → the latest run, from its log', async () => {
    stack().model.when({}, { text: 'Hello.' });
    const tab = await open();
    await tab.begin('guide', 'hi');
    await tab.answered();
    await tab.page.reload();
    await tab.button(/^Show run events/).click();
    await tab.button('Load the latest run').click();
    await tab.page.getByText('from the log').waitFor();
    expect(await tab.page.locator('.event-name').allInnerTexts()).toEqual(['run', 'token', 'end']);
  });

  test('the log cannot be read → it says so', async () => {
    const tab = await open();
    await tab.begin('guide', 'hi');
    await tab.answered();
    await tab.page.reload();
    await tab.answered();
    await tab.page.route(`**${API}/sessions/*/messages**`, (route) => route.fulfill({ status: 403, json: {} }));
    await tab.button(/^Show run events/).click();
    await tab.button('Load the latest run').click();
    await tab.page.getByText('The run could not be loaded.').waitFor();
    await tab.page.unroute(`**${API}/sessions/*/messages**`);
    await tab.button('Load the latest run').click();
    await tab.page.getByText('from the log').waitFor();
    expect(await tab.page.getByText('The run could not be loaded.').count()).toBe(0);
  });

  test('thousands of events → only those in view are on the page', async () => {
    stack().model.when({}, { count: 1500 });
    const tab = await open();
    await tab.begin('guide', 'hi');
    await tab.button(/^Show run events/).click();
    await tab.answered();
    await tab.page.locator('.event-row').getByText('end', { exact: true }).waitFor();
    expect(await tab.page.locator('.event-row').count()).toBeLessThan(80);
    await tab.page.getByRole('listbox', { name: 'Run events' }).press('Home');
    await tab.page.getByText('1502 events').waitFor();
  });
});

test('the server is gone → the workbench and the inspector open all the same: nothing of the page is fetched later', async () => {
  const tab = await open();
  await tab.open();
  await tab.page.locator('.agent-choice').waitFor();
  await tab.page.context().setOffline(true);
  await tab.button(/^Show run events/).click();
  await tab.page.getByText('What a run tells appears here').waitFor();
  await tab.page.getByRole('link', { name: /^Workbench/ }).click();
  await tab.page.getByRole('heading', { level: 1, name: 'Workbench' }).waitFor();
  await tab.page.getByRole('heading', { name: 'Open questions' }).waitFor();
  await tab.page.getByRole('status').getByText('Offline').waitFor();
});

describe('lists', () => {
  /** Refuses these for as long as `isAway`. The feed tells of all sessions: with it the list has something to show. */
  async function refuse(page: Page, paths: string[]): Promise<() => void> {
    let isAway = true;
    for (const path of paths)
      await page.route(new RegExp(`${API}/${path}(\\?|$)`), (route) =>
        isAway ? route.fulfill({ status: 403, json: {} }) : route.fallback(),
      );
    return () => (isAway = false);
  }
  const alertOf = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

  test('nothing answers → the lists say so, and each loads when one tries again', async () => {
    stack().model.when({}, { text: 'Hello.' });
    const other = await open();
    await other.begin('guide', 'something to list');
    await other.answered();
    const tab = await open();
    const comeBack = await refuse(tab.page, ['agents', 'sessions', 'feed']);
    await tab.open();
    const [agents, sessions] = ['The agents could not be loaded.', 'The list could not be loaded.'].map((text) =>
      alertOf(tab.page, text),
    );
    await agents?.waitFor();
    await sessions?.waitFor();
    comeBack();
    await agents?.getByRole('button', { name: 'Try again' }).click();
    await tab.page.locator('input[value=guide]').waitFor();
    await sessions?.getByRole('button', { name: 'Try again' }).click();
    await tab.page.getByRole('link', { name: /something to list/ }).waitFor();
    expect(await tab.page.getByRole('alert').count()).toBe(0);
  });

  test('the list is refused, the feed is not → what the feed tells is the list', async () => {
    stack().model.when({}, { text: 'Hello.' });
    const other = await open();
    await other.begin('guide', 'told by the feed');
    await other.answered();
    const tab = await open();
    await refuse(tab.page, ['sessions']);
    await tab.open();
    await tab.page.getByRole('link', { name: /told by the feed/ }).waitFor();
    expect(await alertOf(tab.page, 'The list could not be loaded.').count()).toBe(0);
  });

  test('a further page is refused → said below the list, which stays; tried again → there', async () => {
    const tab = await open();
    const session = (session_id: string) => ({ ...SESSION, session_id, title: `about ${session_id}` });
    let isRefused = true;
    await refuse(tab.page, ['feed']);
    await tab.page.route(new RegExp(`${API}/sessions\\?`), (route) => {
      const isFirst = !new URL(route.request().url()).searchParams.has('cursor');
      if (!isFirst && isRefused) return route.fulfill({ status: 403, json: {} });
      const page = isFirst ? { items: [session('one')], next_cursor: 'x' } : { items: [session('two')], next_cursor: null };
      return route.fulfill({ json: page });
    });
    await tab.open();
    const nav = tab.page.getByRole('navigation', { name: 'Consultations' });
    await nav.getByRole('button', { name: 'Show more' }).click();
    await alertOf(tab.page, 'The list could not be loaded.').waitFor();
    await nav.getByText('about one').waitFor();
    isRefused = false;
    await nav.getByRole('button', { name: 'Try again' }).click();
    await nav.getByText('about two').waitFor();
    expect(await nav.getByRole('button').count()).toBe(0);
  });
});

test('more consultations than are shown → more by key, and the first of those has the focus', async () => {
  const tab = await open();
  const items = Array.from({ length: 60 }, (_, n) => ({ ...SESSION, session_id: `s${n}`, title: `about ${n}.` }));
  await tab.page.route(new RegExp(`${API}/feed`), (route) => route.fulfill({ status: 403, json: {} }));
  await tab.page.route(new RegExp(`${API}/sessions\\?`), (route) => route.fulfill({ json: { items, next_cursor: null } }));
  await tab.open();
  const links = tab.page.getByRole('navigation', { name: 'Consultations' }).getByRole('link');
  await links.nth(49).waitFor();
  const next = items.map(({ title }) => title).at(50) ?? '';
  expect(await links.count()).toBe(50);
  await tab.button('Show more').press('Enter');
  await tab.page
    .locator(':focus')
    .and(links.filter({ hasText: next }))
    .waitFor();
  expect([await links.count(), await tab.button('Show more').count()]).toEqual([60, 0]);
});

test('a phone → a new consultation is seen from its top, a conversation from its end; what one opens is not scrolled away', async () => {
  stack().model.when({}, { reasoning: ['Let me see. '.repeat(500)], text: 'Done.' });
  const tab = new ConsolePage(await newPage({ viewport: PHONE }), `http://127.0.0.1:${stack().gateway().port}`);
  /** How much of the page is above what is seen, and below it, in px. */
  const beyond = (): Promise<[above: number, below: number]> =>
    tab.page.evaluate(`(() => {
      const { scrollTop, scrollHeight, clientHeight } = document.querySelector('.conversation-scroller');
      return [scrollTop, scrollHeight - clientHeight - scrollTop];
    })()`);
  await tab.open();
  await tab.page.locator('.agent-choice').waitFor();
  const [above, below] = await beyond();
  expect([above, below > 0]).toEqual([0, true]);
  await tab.begin('guide', 'word '.repeat(500));
  await tab.answered();
  expect((await beyond())[1]).toBeLessThan(1);
  const summary = tab.answer().locator('summary');
  await summary.click();
  await tab.button('To the latest message').click();
  expect((await beyond())[1]).toBeLessThan(1);
});

test('light or dark → chosen once, kept, and the same in all tabs', async () => {
  const tab = await open();
  await tab.open();
  const other = await new ConsolePage(await newTab(tab.page), tab.origin).open();
  const themes = (): Promise<(string | null)[]> =>
    Promise.all([tab, other].map(({ page }) => page.locator('html').getAttribute('data-theme')));
  expect(await themes()).toEqual(['light', 'light']);
  await tab.page.getByLabel('Appearance').selectOption('dark');
  await other.page.locator('html[data-theme=dark]').waitFor();
  expect(await other.page.getByLabel('Appearance').inputValue()).toBe('dark');
  await tab.page.reload();
  await tab.page.locator('html[data-theme=dark]').waitFor();
  const later = await new ConsolePage(await newTab(tab.page), tab.origin).open();
  await later.page.locator('html[data-theme=dark]').waitFor();
});
