import type { Locator } from 'playwright-core';
import { Gate } from '../test/gate.js';
import { useStack } from '../test/use-stack.js';
import { accessibilityFaults } from './test/axe.js';
import { CONSOLE_AGENTS_DIR } from './test/agents-dir.js';
import { ConsolePage } from './test/console-page.js';
import { DESKTOP, PHONE, useBrowser } from './test/use-browser.js';

const stack = useStack({ agentsDir: CONSOLE_AGENTS_DIR });
const { newPage } = useBrowser();

const RICH = [
  '# Heading\n\nText with `code`, **bold**, [a link](https://example.org).\n\n',
  '```js\nconst a = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n',
  '> quote\n\n1. one\n2. two',
];

beforeEach(() => {
  stack().model.when(
    {},
    { tokens: RICH, reasoning: ['Let me see.'], tool_calls: [{ name: 'court_fee', arguments: { amount: 1 } }] },
  );
  stack().model.when({ last_tool_includes: '' }, { tokens: RICH });
  stack().model.when({ last_user_includes: 'fail' }, { status: 400 });
  stack().model.when({ last_user_includes: 'slow' }, { count: 5, hang_after: 5 });
});

/** In both appearances. */
async function expectNoFaults(tab: ConsolePage): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await tab.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await tab.page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    await tab.settled();
    expect(await accessibilityFaults(tab.page)).toEqual([]);
  }
}

describe.each([
  ['desktop', DESKTOP, 'en'],
  ['phone', PHONE, 'zh'],
] as const)('axe, on a %s', (name, viewport, lang) => {
  const open = async (): Promise<ConsolePage> =>
    new ConsolePage(
      await newPage({ viewport, lang, reducedMotion: 'reduce' }),
      `http://127.0.0.1:${stack().gateway().port}`,
    ).open();

  test('a new consultation, and the menu', async () => {
    const tab = await open();
    await tab.page.locator('.agent-choice').waitFor();
    await expectNoFaults(tab);
    if (name === 'desktop') return;
    await tab.button('菜单').click();
    await tab.page.getByRole('link', { name: '工作台' }).waitFor();
    await expectNoFaults(tab);
  });

  test('an answer with all there is in it, opened; the question before it is deleted; the inspector', async () => {
    const tab = await open();
    await tab.begin('guide', 'hello');
    await tab.answered();
    for (const summary of await tab.answer().locator('summary').all()) await summary.click();
    await expectNoFaults(tab);
    await tab.button(/^(Delete consultation|删除咨询)$/).click();
    await tab.button(/^(Keep it|保留)$/).waitFor();
    await expectNoFaults(tab);
    await tab.page.keyboard.press('Escape');
    await tab.button(/Show run events|显示运行事件/).click();
    await tab.page.locator('.event-row').first().click();
    await tab.page.locator('.inspector-detail').waitFor();
    await expectNoFaults(tab);
  });

  test('an answer that is being written; one that was interrupted; one that failed', async () => {
    const tab = await open();
    await tab.begin('guide', 'slow');
    await tab.answer().getByText('t5').waitFor();
    await expectNoFaults(tab);
    await tab.button(/^(Stop|停止)$/).click();
    await tab
      .answer()
      .getByText(/Interrupted|已中断/)
      .waitFor();
    await tab.say('fail');
    await tab.page.locator('.error-bar').waitFor();
    await expectNoFaults(tab);
  });

  test('a card with one question of each type, with faults; put aside; the workbench', async () => {
    const tab = await open();
    await tab.begin('intake', 'hello');
    await tab.card.waitFor();
    await tab.card.locator('button[type=submit]').click();
    await tab.card.locator('[data-error]').first().waitFor();
    await expectNoFaults(tab);
    await tab.page.keyboard.press('Escape');
    await tab.page.locator('.card-aside').waitFor();
    await expectNoFaults(tab);
    await tab.open('#/workbench');
    await tab.page.locator('a.entry').first().waitFor();
    await expectNoFaults(tab);
  });

  test('a card of two forms; a stage that is done; a confirmation', async () => {
    const tab = await open();
    await tab.begin('two-forms', 'hello');
    await tab.card.waitFor();
    await expectNoFaults(tab);
    await tab.begin('stages', 'hello');
    await tab.card.getByRole('textbox').fill('No.');
    await tab.card.locator('.card-skip').click();
    await expectNoFaults(tab);
    await tab.page.keyboard.press('Escape');
    await expectNoFaults(tab);
    await tab.card.locator('button[type=submit]').click();
    await tab.card.getByRole('radio').first().check();
    await tab.card.locator('button[type=submit]').click();
    await tab.page.locator('[data-review=confirm]').waitFor();
    await expectNoFaults(tab);
  });
});

test('by keyboard alone → from the skip link to an answered card', async () => {
  const tab = await new ConsolePage(await newPage(), `http://127.0.0.1:${stack().gateway().port}`).open();
  const { keyboard } = tab.page;
  await tab.page.locator('.agent-choice').waitFor();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await tab.tabTo(tab.page.locator('input[type=radio]:checked'));
  while (!(await tab.page.locator('input[value=stages]').isChecked())) await keyboard.press('ArrowDown');
  await tab.tabTo(tab.composer);
  await keyboard.type('hello');
  await keyboard.press('Enter');
  await tab.card.getByRole('textbox').waitFor();
  await keyboard.type('No.');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await tab.page.getByRole('dialog', { name: 'Please choose' }).waitFor();
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await tab.page.getByRole('dialog', { name: 'Please confirm' }).waitFor();
  await tab.tabTo(tab.button('Yes'));
  await keyboard.press('Enter');
  await tab.answer().getByText(/told/).waitFor();
  await tab.page.locator(':focus').and(tab.composer).waitFor();
});

test('an answer is read out paragraph by paragraph, not word by word', async () => {
  const tab = await new ConsolePage(await newPage(), `http://127.0.0.1:${stack().gateway().port}`).open();
  const gate = new Gate<string>();
  stack().model.when({}, { tokens: gate });
  await tab.begin('guide', 'hello');
  const live = tab.page.locator('[aria-live=polite]');
  const heard = async (words: string[], shown: string): Promise<string> => {
    gate.push(...words);
    await tab.answer().getByText(shown).waitFor();
    return live.innerText();
  };
  expect(await heard(['One ', 'is ', 'here.'], 'here.')).toBe('The agent is writing.');
  expect(await heard(['\n\nTwo '], 'Two')).toBe('One is here.');
  expect(await heard(['is ', 'last.'], 'last.')).toBe('One is here.');
  gate.end();
  await live.getByText('The answer is complete.').waitFor();
  expect(await live.innerText()).toBe('Two is last. The answer is complete.');
});

test('an answer that is stopped, in the middle or before its first word → said to be interrupted, never to be complete', async () => {
  const tab = await new ConsolePage(await newPage(), `http://127.0.0.1:${stack().gateway().port}`).open();
  const live = tab.page.locator('[aria-live=polite]');
  stack().model.when({ last_user_includes: 'mute' }, { hang_after: 0 });
  await tab.begin('guide', 'mute');
  await stack().model.nthCall(1);
  await tab.button('Stop').click();
  await live.getByText('The answer was interrupted.').waitFor();
  await tab.say('slow');
  await tab.answer().getByText('t5').waitFor();
  expect(await live.innerText()).toBe('The agent is writing.');
  await tab.button('Stop').click();
  await live.getByText('The answer was interrupted.').waitFor();
  expect(await live.innerText()).toBe('The answer was interrupted.');
});

describe('on a phone, by keyboard', () => {
  const onPhone = async (reducedMotion: 'reduce' | 'no-preference' = 'reduce'): Promise<ConsolePage> =>
    new ConsolePage(await newPage({ viewport: PHONE, reducedMotion }), `http://127.0.0.1:${stack().gateway().port}`);
  const focused = (tab: ConsolePage, wanted: Locator): Promise<void> => tab.page.locator(':focus').and(wanted).waitFor();

  const MOTIONS = ['no-preference', 'reduce'] as const;
  test.each(MOTIONS)(
    'the menu (motion: %s) → what is chosen has the focus; where nothing is chosen, its button',
    async (motion) => {
      const tab = await (await onPhone(motion)).open();
      const menu = tab.button('Menu');
      await menu.press('Enter');
      const workbench = tab.page.getByRole('link', { name: /^Workbench/ });
      await workbench.waitFor();
      await tab.page.keyboard.press('Escape');
      await workbench.waitFor({ state: 'hidden' });
      await focused(tab, menu);
      await menu.press('Enter');
      await workbench.press('Enter');
      await workbench.waitFor({ state: 'hidden' });
      await focused(tab, tab.page.getByRole('main'));
      // The page that is shown already closes the menu as well.
      await menu.press('Enter');
      await workbench.press('Enter');
      await workbench.waitFor({ state: 'hidden' });
    },
  );

  test('the inspector, and the question before a consultation is deleted → the focus comes back, or is in the page', async () => {
    const tab = await onPhone();
    await tab.begin('guide', 'hi');
    await tab.answered();
    const inspect = tab.button(/^Show run events/);
    await inspect.press('Enter');
    await tab.button('Clear').waitFor();
    await tab.page.keyboard.press('Escape');
    await focused(tab, inspect);
    const remove = tab.button('Delete consultation');
    await remove.press('Enter');
    await focused(tab, tab.button('Keep it'));
    await tab.page.keyboard.press('Enter');
    await focused(tab, remove);
    await remove.press('Enter');
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Delete consultation' }).press('Enter');
    await tab.page.getByText('How can we help?').waitFor();
    await focused(tab, tab.page.getByRole('main'));
  });
});
