import { setTimeout as delay } from 'node:timers/promises';
import { TcpProxy } from '@parley/testing';
import { Gate } from '../test/gate.js';
import { useStack } from '../test/use-stack.js';
import { engineAt } from '../turns/test/work.js';
import { CONSOLE_AGENTS_DIR } from './test/agents-dir.js';
import { ConsolePage } from './test/console-page.js';
import { useBrowser } from './test/use-browser.js';
import { words, wordsText } from './test/words.js';

const stack = useStack({
  agentsDir: CONSOLE_AGENTS_DIR,
  engines: [{}, {}],
  env: { STALL_DETECT_MS: '1500' },
});
const { newPage } = useBrowser();

/** What the model says, however often it is asked. */
let gates: Gate<string>[];
beforeEach(() => {
  gates = [];
  stack().model.when({}, () => {
    const gate = new Gate<string>();
    gates.push(gate);
    return { tokens: gate };
  });
});
const say = (from: number, to: number): void => gates.at(-1)?.push(...words(from, to));

/** A page on which the first 20 words have come. */
async function streaming(port = stack().gateway().port): Promise<ConsolePage> {
  const tab = new ConsolePage(await newPage(), `http://127.0.0.1:${port}`);
  await tab.begin('guide', 'tell me');
  await stack().model.nthCall(1);
  say(1, 20);
  await tab.answer().getByText('w20').waitFor();
  return tab;
}

async function expectWhole(tab: ConsolePage, last: number): Promise<void> {
  gates.at(-1)?.end();
  await tab.answered();
  expect(await tab.textOf()).toBe(wordsText(1, last));
  expect(await tab.messages.count()).toBe(2);
  await tab.page.getByRole('status').getByText('Connected').waitFor();
}

test('the engine is killed → another one goes on; the page shows each word once, and no error', async () => {
  const tab = await streaming();
  await engineAt(stack(), tab.sessionId, 'begin').restart();
  // The turn begins again at its last checkpoint: what was said is taken back and said anew.
  await stack().model.nthCall(2, {}, 20_000);
  say(1, 30);
  await tab.answer().getByText('w30').waitFor();
  await expectWhole(tab, 30);
  expect(await tab.page.getByRole('alert').getByText(/\S/).count()).toBe(0);
});

test('the gateway is killed and comes back → the page comes back by itself, each word once', async () => {
  const tab = await streaming();
  const [gateway] = stack().gateways;
  await gateway?.kill();
  await tab.page.getByText('Reconnecting …').waitFor();
  say(21, 30);
  await gateway?.start();
  await tab.answer().getByText('w30').waitFor();
  say(31, 40);
  await tab.answer().getByText('w40').waitFor();
  await expectWhole(tab, 40);
});

test('the gateway is gone while nothing runs → each page says so, and when it is back', async () => {
  const tab = await streaming();
  await expectWhole(tab, 20);
  const workbench = await new ConsolePage(await newPage(), tab.origin).open('#/workbench');
  const [gateway] = stack().gateways;
  await gateway?.kill();
  const pages = [tab, workbench].map(({ page }) => page.getByRole('status'));
  for (const status of pages) await status.getByText('Reconnecting …').waitFor();
  await gateway?.start();
  for (const status of pages) await status.getByText('Connected').waitFor();
});

test('no network for 5 s → the page says so, what was said meanwhile comes after it; what is sent without it is not lost', async () => {
  const proxy = await TcpProxy.start({ targetPort: stack().gateway().port });
  try {
    const tab = await streaming(proxy.port);
    await tab.page.context().setOffline(true);
    await proxy.cut();
    await tab.page.getByRole('status').getByText('Offline').waitFor();
    say(21, 30);
    // The outage itself: five seconds by the clock.
    await delay(5000);
    await proxy.restore();
    await tab.page.context().setOffline(false);
    await tab.answer().getByText('w30').waitFor();
    await expectWhole(tab, 30);

    await tab.page.context().setOffline(true);
    await tab.say('one more');
    await tab.page.getByText('Sending …').waitFor();
    await tab.page.context().setOffline(false);
    await tab.page.getByText('Sending …').waitFor({ state: 'detached' });
    await stack().model.nthCall(1, { last_user_includes: 'one more' });
    gates.at(-1)?.push('Here.');
    gates.at(-1)?.end();
    await tab.answer().getByText('Here.').waitFor();
    expect(stack().model.calls({ last_user_includes: 'one more' })).toHaveLength(1);
  } finally {
    await proxy.stop();
  }
});
