import { eventually } from '../turns/test/eventually.js';
import { Gate } from '../test/gate.js';
import { useStack } from '../test/use-stack.js';
import { CONSOLE_AGENTS_DIR } from './test/agents-dir.js';
import { ConsolePage } from './test/console-page.js';
import { useBrowser } from './test/use-browser.js';
import { words, wordsText } from './test/words.js';

const stack = useStack({ agentsDir: CONSOLE_AGENTS_DIR, gateways: [{}, {}] });
const { newPage, newTab } = useBrowser();
const origin = (gateway = 0): string => `http://127.0.0.1:${stack().gateway(gateway).port}`;
const open = async (): Promise<ConsolePage> => new ConsolePage(await newPage(), origin());
/** Another tab of the same browser. */
const another = async (tab: ConsolePage): Promise<ConsolePage> => new ConsolePage(await newTab(tab.page), origin());

function says(message: string): Gate<string> {
  const gate = new Gate<string>();
  stack().model.when({ last_user_includes: message }, { tokens: gate });
  return gate;
}

test('one consultation in two tabs → both show the same answer while it is written, also one that the other tab asked for', async () => {
  const [one, two] = [says('first'), says('second')];
  const left = await open();
  await left.begin('guide', 'first');
  one.push(...words(1, 10));
  await left.answer().getByText('w10').waitFor();
  const right = await another(left);
  await right.open(`#/c/${left.sessionId}`);
  await right.answer().getByText('w10').waitFor();
  one.push(...words(11, 20));
  one.end();
  await Promise.all([left.answered(), right.answered()]);
  expect([await left.textOf(), await right.textOf()]).toEqual([wordsText(1, 20), wordsText(1, 20)]);

  await (await right.front()).say('second');
  await left.page.locator('.message-user').getByText('second').waitFor();
  two.push(...words(101, 105));
  await Promise.all([left, right].map((tab) => tab.answer().getByText('w105').waitFor()));
  two.end();
  await Promise.all([left, right].map((tab) => tab.answered()));
  expect([await left.messages.count(), await right.messages.count()]).toEqual([4, 4]);
});

test('a message in one tab while the other still shows an answer → that one is interrupted in both', async () => {
  const [one, two] = [says('first'), says('second')];
  const left = await open();
  await left.begin('guide', 'first');
  one.push(...words(1, 10));
  await left.answer().getByText('w10').waitFor();
  const right = await another(left);
  await right.open(`#/c/${left.sessionId}`);
  await right.answer().getByText('w10').waitFor();
  await (await right.front()).say('second');
  two.push('Yes.');
  two.end();
  for (const tab of [left, right]) {
    await tab.answer(1).getByText('Yes.').waitFor();
    await tab.answer(0).getByText('Interrupted').waitFor();
  }
});

test('a card answered in one tab → closed in the other and gone from the workbench, which goes where it belongs', async () => {
  const left = await open();
  await left.begin('stages', 'about a loan');
  await left.card.waitFor();
  const [right, workbench] = [await another(left), await another(left)];
  await workbench.open('#/workbench');
  await right.open(`#/c/${left.sessionId}`);
  await right.card.getByText('The facts are complete.').waitFor();
  const entry = workbench.page.getByRole('link', { name: /The facts are complete/ });
  await entry.getByText('about a loan').waitFor();

  await left.front();
  await left.field(/^Anything to add/).fill('No.');
  await left.button('Continue').click();
  await right.page.getByRole('dialog', { name: 'Please choose' }).waitFor();
  await workbench.page.getByRole('link', { name: /How shall we go on/ }).waitFor();
  await entry.waitFor({ state: 'detached' });

  await workbench.front();
  await workbench.page.getByRole('link', { name: /How shall we go on/ }).click();
  await workbench.field('In court').check();
  await workbench.button('Send answers').click();
  for (const tab of [left, right]) await tab.page.getByRole('dialog', { name: 'Please confirm' }).waitFor();
  await right.front();
  await right.button('Yes').click();
  for (const tab of [left, right, workbench])
    await tab
      .answer()
      .getByText(/told .*"file":true/)
      .waitFor();
  expect(await left.card.count()).toBe(0);
  await (await workbench.front()).open('#/workbench');
  await workbench.page.getByText('Nothing waits for your answer').waitFor();
});

test('a consultation is begun and deleted in one tab → it appears in the list of the other, and is gone', async () => {
  says('bye').end();
  const left = await open();
  const right = await another(left);
  await right.open();
  await left.front();
  await left.begin('guide', 'bye for now');
  const inList = right.page.getByRole('navigation', { name: 'Consultations' }).getByText('bye for now');
  await right.front();
  await inList.click();
  await right.messages.first().waitFor();
  await left.front();
  await left.button('Delete consultation').click();
  await left.page.getByRole('dialog').getByRole('button', { name: 'Delete consultation' }).click();
  await inList.waitFor({ state: 'detached' });
  await right.page.getByText('How can we help?').waitFor();
});

test('a consultation with drafts is deleted in one tab → nothing of it is left in the browser; other drafts are', async () => {
  stack().model.when({}, { text: 'Later.' });
  const left = await open();
  await left.begin('guide', 'kept for later');
  await left.answered();
  await left.composer.fill('half a sentence');
  const keptId = left.sessionId;
  await left.begin('stages', 'about a loan');
  await left.field(/^Anything to add/).fill('Half an answer');
  const { sessionId } = left;
  const right = await another(left);
  await right.open('#/workbench');
  await right.page
    .getByRole('main')
    .getByRole('link', { name: /about a loan/ })
    .waitFor();
  const drafts = (): Promise<string[]> =>
    right.page.evaluate('Object.keys(localStorage).filter((key) => /[.](message|card)[.]/.test(key)).sort()');
  const before = await drafts();
  expect(before.filter((key) => key.startsWith('parley.card.'))).toHaveLength(1);
  await (await left.front()).page.keyboard.press('Escape');
  await left.button('Delete consultation').click();
  await left.page.getByRole('dialog').getByRole('button', { name: 'Delete consultation' }).click();
  await left.page.getByText('How can we help?').waitFor();
  await (await right.front()).page.getByText('Nothing waits for your answer').waitFor();
  expect(await drafts()).toEqual([`parley.message.${keptId}`]);
  await left.page.goBack();
  expect(left.sessionId).not.toBe(sessionId);
});

test('a consultation is deleted elsewhere while the page is away → its drafts are gone with the next list', async () => {
  stack().model.when({}, { text: 'Bye.' });
  const left = await open();
  await left.begin('guide', 'bye for now');
  await left.answered();
  await left.composer.fill('half a sentence');
  await left.page.reload();
  await left.page.getByText('half a sentence').waitFor();
  const kept = (name: string) => () => left.page.evaluate(`localStorage.getItem('parley.${name}')`);
  const draft = kept(`message.${left.sessionId}`);
  expect(await draft()).toBe('half a sentence');
  await eventually(kept('drafts'), (text) => text !== null);
  const { sessionId } = left;
  await left.page.goto('about:blank');
  await fetch(`${origin()}/api/v1/consultations/sessions/${sessionId}`, { method: 'DELETE' });
  await left.open();
  await eventually(draft, (text) => text === null);
});

test('seven tabs, one of them in front → it gets its answer: a browser has six connections, and hidden tabs use none', async () => {
  const tabs = [await open()];
  await tabs[0]?.open();
  while (tabs.length < 7) {
    const front = tabs.at(-1) as ConsolePage;
    await hide(front);
    tabs.push(await (await another(front)).open());
  }
  const last = tabs.at(-1) as ConsolePage;
  stack().model.when({}, { text: 'Still here.' });
  await last.begin('guide', 'hello');
  await last.answer().getByText('Still here.').waitFor();
});

/** As a browser does with a tab that another one covers; without a window it shows them all. */
const hide = (tab: ConsolePage): Promise<unknown> =>
  tab.page.evaluate(
    "Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }), document.dispatchEvent(new Event('visibilitychange'))",
  );
