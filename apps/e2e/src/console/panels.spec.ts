import { useStack } from '../test/use-stack.js';
import { CONSOLE_AGENTS_DIR } from './test/agents-dir.js';
import { ConsolePage } from './test/console-page.js';
import { useBrowser } from './test/use-browser.js';

const stack = useStack({ agentsDir: CONSOLE_AGENTS_DIR });
const { newPage } = useBrowser();
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

  test('thousands of events → only those in view are on the page', async () => {
    stack().model.when({}, { count: 1500 });
    const tab = await open();
    await tab.begin('guide', 'hi');
    await tab.button(/^Show run events/).click();
    await tab.answered();
    await tab.page.locator('.event-row').getByText('end', { exact: true }).waitFor();
    expect(await tab.page.locator('.event-row').count()).toBeLessThan(80);
    await tab.page.getByRole('group', { name: 'Run events' }).press('Home');
    await tab.page.getByText('1502 events').waitFor();
  });
});

describe('the workbench', () => {
  test('a server with todos → listed, done with one click, each with the way to its consultation', async () => {
    const tab = await open();
    const todo = (todo_id: string, more = {}) => ({
      todo_id,
      session_id: 's1',
      run_id: 'r',
      title: `Bring ${todo_id}`,
      status: 'open',
      ...more,
    });
    let todos = [
      todo('the contract', { due_at: '2030-01-31T00:00:00Z' }),
      todo('a witness'),
      todo('of a card', { card_id: 'c1' }),
    ];
    await tab.page.route('**/api/v1/consultations/todos**', async (route) => {
      const completed = /\/todos\/(.+)\/complete$/.exec(new URL(route.request().url()).pathname)?.[1];
      if (completed !== undefined) todos = todos.filter(({ todo_id }) => todo_id !== decodeURIComponent(completed));
      await route.fulfill({ json: completed === undefined ? { items: todos, next_cursor: null } : todo('done') });
    });
    await tab.open('#/workbench');
    await tab.page.getByText('due 31 Jan 2030').waitFor();
    expect(await tab.page.getByText('Bring of a card').count()).toBe(0);
    expect(await tab.page.getByRole('link', { name: 'Bring a witness' }).getAttribute('href')).toBe('#/c/s1');
    await tab.page.getByRole('listitem').filter({ hasText: 'Bring the contract' }).getByRole('button', { name: 'Done' }).click();
    await tab.page.getByText('Bring the contract').waitFor({ state: 'detached' });
    await tab.page.getByText('Bring a witness').waitFor();
  });

  test('a server without todos → no word of them', async () => {
    const tab = await open();
    const asked = tab.page.waitForResponse((response) => response.url().includes('/todos'));
    await tab.page.route('**/api/v1/consultations/todos**', (route) => route.fulfill({ status: 404, json: {} }));
    await tab.open('#/workbench');
    await asked;
    await tab.page.getByText('Nothing waits for your answer').waitFor();
    expect(await tab.page.getByText('To do').count()).toBe(0);
  });
});

test('nothing answers → the lists say so, and load when one tries again', async () => {
  const tab = await open();
  let isAway = true;
  // The feed, too: it tells of the sessions that are there, and then the list has something to show.
  for (const path of ['agents', 'sessions', 'feed'])
    await tab.page.route(new RegExp(`/api/v1/consultations/${path}(\\?|$)`), (route) =>
      isAway ? route.fulfill({ status: 403, json: {} }) : route.fallback(),
    );
  await tab.open();
  await tab.page.getByText('The agents could not be loaded.').waitFor();
  await tab.page.getByText('The list could not be loaded.').waitFor();
  isAway = false;
  await tab.page
    .getByText('The agents could not be loaded.')
    .locator('xpath=ancestor::*[@role="alert"]')
    .getByRole('button')
    .click();
  await tab.page.locator('input[value=guide]').waitFor();
});

test('light or dark → chosen once, kept, and the same in all tabs', async () => {
  const tab = await open();
  await tab.open();
  const theme = (): Promise<string | null> => tab.page.locator('html').getAttribute('data-theme');
  expect(await theme()).toBe('light');
  await tab.page.getByLabel('Appearance').selectOption('dark');
  expect(await theme()).toBe('dark');
  await tab.page.reload();
  await tab.page.locator('html[data-theme=dark]').waitFor();
});
