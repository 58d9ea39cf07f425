import { Gate } from '../test/gate.js';
import { useStack } from '../test/use-stack.js';
import { CONSOLE_AGENTS_DIR } from './test/agents-dir.js';
import { ConsolePage } from './test/console-page.js';
import { useBrowser } from './test/use-browser.js';
import { words, wordsText } from './test/words.js';

const stack = useStack({ agentsDir: CONSOLE_AGENTS_DIR, env: { DISCONNECT_GRACE_MS: '0' } });
const { newPage } = useBrowser();
const open = async (): Promise<ConsolePage> => new ConsolePage(await newPage(), `http://127.0.0.1:${stack().gateway().port}`);

const CHAT = '**/chat';

/** A page whose messages do not arrive: the server is not heard. */
async function unheard(...messages: string[]): Promise<ConsolePage> {
  const tab = await open();
  await tab.open();
  await tab.page.route(CHAT, () => undefined);
  await tab.page.locator('input[value=guide]').check();
  for (const message of messages) await tab.say(message);
  await tab.page
    .getByText('Sending …')
    .nth(messages.length - 1)
    .waitFor();
  return tab;
}

const sayings = (tab: ConsolePage): Promise<string[]> => tab.page.locator('.message-user .said').allInnerTexts();
const unsent = (tab: ConsolePage) => tab.page.locator('.message-user[data-state=unsent]');

describe('a page that is reloaded before the server has the message', () => {
  test('the message goes by itself, once', async () => {
    stack().model.when({ last_user_includes: 'lost' }, { text: 'Found.' });
    const tab = await unheard('lost on the way');
    await tab.page.unroute(CHAT);
    await tab.page.reload();
    await tab.answer().getByText('Found.').waitFor();
    await tab.answered();
    await tab.page.reload();
    await tab.answered();
    expect([await sayings(tab), await tab.composer.inputValue()]).toEqual([['lost on the way'], '']);
    expect(stack().model.calls()).toHaveLength(1);
  });

  test('several messages → they go in their order, each once; the last is answered', async () => {
    stack().model.when({ last_user_includes: 'three' }, { text: 'Yes.' });
    const tab = await unheard('one', 'two', 'three');
    await tab.page.unroute(CHAT);
    await tab.page.reload();
    await tab.answer().getByText('Yes.').waitFor();
    await tab.answered();
    // What was said before is fetched after they have gone; the page that was left may have sent the first one yet.
    await tab.page.locator('.message-user .said').nth(2).waitFor();
    expect([await sayings(tab), await unsent(tab).count()]).toEqual([['one', 'two', 'three'], 0]);
  });
});

describe('a message that is refused', () => {
  /** A page whose messages are refused, for the time being. */
  async function refused(...messages: string[]): Promise<ConsolePage> {
    const tab = await open();
    await tab.open();
    const json = { code: 'turn_active', title: 'A turn is active', status: 409 };
    await tab.page.route(CHAT, (route) => route.fulfill({ status: 409, contentType: 'application/problem+json', json }));
    await tab.page.locator('input[value=guide]').check();
    for (const message of messages) {
      await tab.say(message);
      await unsent(tab).getByText(message).waitFor();
    }
    return tab;
  }

  test('it is there, not sent, with the reason; and sent when it may be', async () => {
    stack().model.when({}, { text: 'Now.' });
    const tab = await refused('may I');
    await tab.page.getByRole('alert').getByText(/\S/).first().waitFor();
    expect(await tab.composer.inputValue()).toBe('');
    await tab.page.unroute(CHAT);
    await tab.page.reload();
    await unsent(tab).getByText('may I').waitFor();
    await tab.button('Try again').click();
    await tab.answer().getByText('Now.').waitFor();
    expect(await sayings(tab)).toEqual(['may I']);
  });

  test('it is edited, before what was begun meanwhile, or discarded, after which one goes on writing', async () => {
    const tab = await refused('one', 'two');
    await tab.composer.fill('begun');
    await unsent(tab).filter({ hasText: 'one' }).getByRole('button', { name: 'Edit' }).click();
    expect(await tab.composer.inputValue()).toBe('one\n\nbegun');
    await unsent(tab).getByRole('button', { name: 'Discard' }).press('Enter');
    await tab.messages.waitFor({ state: 'detached' });
    await tab.page.locator(':focus').and(tab.composer).waitFor();
    await tab.page.reload();
    await tab.composer.waitFor();
    expect([await sayings(tab), await tab.composer.inputValue()]).toEqual([[], 'one\n\nbegun']);
  });
});

test('a message that is longer than the server takes → it stays, and what is wrong is said aloud until it is changed', async () => {
  const tab = await (await open()).open();
  await tab.say('x'.repeat(32_001));
  const alert = tab.page.getByRole('alert').filter({ hasText: '1 character too many' });
  await alert.waitFor();
  expect(await sayings(tab)).toEqual([]);
  await tab.composer.press('Backspace');
  await alert.waitFor({ state: 'detached' });
});

describe('looking at another consultation', () => {
  test('the answer goes on meanwhile, called by the message already, and is there, whole, when one comes back', async () => {
    const gate = new Gate<string>();
    stack().model.when({}, { tokens: gate });
    const tab = await open();
    await tab.begin('guide', 'tell me');
    gate.push(...words(1, 5));
    await tab.answer().getByText('w5').waitFor();
    await tab.page.getByRole('heading', { level: 1, name: 'tell me' }).waitFor();
    const { sessionId } = tab;
    await tab.open('#/');
    await tab.page.getByText('How can we help?').waitFor();
    gate.push(...words(6, 10));
    await tab.page.getByRole('link', { name: /tell me/ }).click();
    await tab.answer().getByText('w10').waitFor();
    gate.end();
    await tab.answered();
    expect([tab.sessionId, await tab.textOf()]).toEqual([sessionId, wordsText(1, 10)]);
  });

  test('right after the first message → it arrives; the consultation is in the list, called by it', async () => {
    stack().model.when({}, { text: 'Here.' });
    const tab = await open();
    let letGo!: () => void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await tab.page.route(CHAT, async (route) => {
      await held;
      await route.continue();
    });
    await tab.begin('guide', 'just a second');
    await tab.page.getByText('Sending …').waitFor();
    await tab.page.getByRole('link', { name: 'New consultation' }).click();
    await tab.page.getByText('How can we help?').waitFor();
    letGo();
    await tab.page.getByRole('link', { name: /just a second/ }).click();
    await tab.answer().getByText('Here.').waitFor();
    expect(await sayings(tab)).toEqual(['just a second']);
  });
});
