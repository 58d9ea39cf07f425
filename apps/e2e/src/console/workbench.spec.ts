import type { Page } from 'playwright-core';
import { useStack } from '../test/use-stack.js';
import { CONSOLE_AGENTS_DIR } from './test/agents-dir.js';
import { ConsolePage } from './test/console-page.js';
import { PHONE, useBrowser } from './test/use-browser.js';

const stack = useStack({ agentsDir: CONSOLE_AGENTS_DIR });
const { newPage } = useBrowser();
const API = '/api/v1/consultations';
const open = async (): Promise<ConsolePage> => new ConsolePage(await newPage(), `http://127.0.0.1:${stack().gateway().port}`);

const todo = (todo_id: string, more = {}) => ({
  todo_id,
  session_id: 's1',
  run_id: 'r',
  title: `Bring ${todo_id}`,
  status: 'open',
  ...more,
});
/** Answers for a server that has todos. */
const todosAre = (page: Page, answer: () => { status?: number; json: unknown }) =>
  page.route(`**${API}/todos**`, (route) => route.fulfill(answer()));

test('a server with todos → listed, done with one click, each with the way to its consultation', async () => {
  const tab = await open();
  let todos = [todo('the contract', { due_at: '2030-01-31T00:00:00Z' }), todo('a witness'), todo('of a card', { card_id: 'c1' })];
  await tab.page.route(`**${API}/todos**`, async (route) => {
    const completed = /\/todos\/(.+)\/complete$/.exec(new URL(route.request().url()).pathname)?.[1];
    if (completed !== undefined) todos = todos.filter(({ todo_id }) => todo_id !== decodeURIComponent(completed));
    await route.fulfill({ json: completed === undefined ? { items: todos, next_cursor: null } : todo('done') });
  });
  await tab.open('#/workbench');
  await tab.page.getByText('due 31 Jan 2030').waitFor();
  expect(await tab.page.getByText('Bring of a card').count()).toBe(0);
  expect(await tab.page.getByRole('link', { name: 'Bring a witness' }).getAttribute('href')).toBe('#/c/s1');
  await tab.button('Done: Bring the contract').click();
  await tab.page.getByText('Bring the contract').waitFor({ state: 'detached' });
  await tab.page.getByText('Bring a witness').waitFor();
});

test('a todo that cannot be settled → there again, and why', async () => {
  const tab = await open();
  await tab.page.route(`**${API}/todos**`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { code: 'forbidden' } })
      : route.fulfill({ json: { items: [todo('a witness')], next_cursor: null } }),
  );
  await tab.open('#/workbench');
  await tab.button('Dismiss: Bring a witness').click();
  await tab.page.getByText('This is not allowed.').waitFor();
  await tab.page.getByText('Bring a witness').waitFor();
});

test('a server without todos → no word of them', async () => {
  const tab = await open();
  const asked = tab.page.waitForResponse((response) => response.url().includes('/todos'));
  await todosAre(tab.page, () => ({ status: 404, json: {} }));
  await tab.open('#/workbench');
  await asked;
  await tab.page.getByText('Nothing waits for your answer').waitFor();
  expect(await tab.page.getByText('To do').count()).toBe(0);
});

test('todos are refused → it says so beside the cards, and they come when one tries again', async () => {
  const tab = await open();
  let isRefused = true;
  await todosAre(tab.page, () =>
    isRefused ? { status: 403, json: {} } : { json: { items: [todo('a witness')], next_cursor: null } },
  );
  await tab.open('#/workbench');
  const failed = tab.page.getByRole('alert').filter({ hasText: 'Could not be loaded.' });
  await failed.waitFor();
  await tab.page.getByText('Nothing waits for your answer').waitFor();
  isRefused = false;
  await failed.getByRole('button', { name: 'Try again' }).click();
  await tab.page.getByText('Bring a witness').waitFor();
  expect(await failed.count()).toBe(0);
});

test('it breaks → the rest of the page goes on; tried again → there', async () => {
  const tab = await open();
  // React tells its faults on the console; this one is ours.
  await tab.page.addInitScript('console.error = () => undefined');
  let title: unknown = { no: 'text' };
  await todosAre(tab.page, () => ({ json: { items: [todo('a witness', { title })], next_cursor: null } }));
  await tab.open('#/workbench');
  await tab.page.getByText('This part of the page has stopped working').waitFor();
  await tab.page.getByRole('heading', { level: 1, name: 'Workbench' }).waitFor();
  title = 'Bring a witness';
  await tab.button('Try again').click();
  await tab.page.getByText('Bring a witness').waitFor();
});

test('a card cannot be fetched → its consultation is listed all the same, and what it asks as soon as it can be', async () => {
  const tab = await open();
  let refusals = 0;
  await tab.begin('stages', 'about a loan');
  await tab.card.waitFor();
  await tab.page.route(`**${API}/sessions/*/pending_card`, (route) =>
    refusals++ === 0 ? route.fulfill({ status: 403, json: {} }) : route.fallback(),
  );
  await tab.page.getByRole('link', { name: /^Workbench/ }).click();
  const entry = tab.page.getByRole('main').getByRole('link', { name: /about a loan/ });
  await entry.waitFor();
  await entry.getByText('The facts are complete.').waitFor();
  expect(refusals).toBeGreaterThan(1);
});

test('on a phone, a card waits in a consultation that is not shown → the menu says so', async () => {
  const tab = new ConsolePage(await newPage({ viewport: PHONE }), `http://127.0.0.1:${stack().gateway().port}`);
  await tab.begin('stages', 'about a loan');
  await tab.card.waitFor();
  await tab.page.keyboard.press('Escape');
  // The one that is shown does not count; those that other tests have left do.
  const waiting = Number(/\d+/.exec((await tab.button(/^Menu/).getAttribute('aria-label')) ?? '')?.[0] ?? 0);
  await tab.open('#/');
  await tab.button(`Menu · ${waiting + 1} waits for your answer`).waitFor();
});
