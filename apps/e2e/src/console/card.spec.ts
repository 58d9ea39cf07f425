import { type Reply } from '@parley/testing';
import { useStack } from '../test/use-stack.js';
import { CONSOLE_AGENTS_DIR } from './test/agents-dir.js';
import { ConsolePage } from './test/console-page.js';
import { PHONE, useBrowser } from './test/use-browser.js';

const stack = useStack({ agentsDir: CONSOLE_AGENTS_DIR });
const { newPage } = useBrowser();
const open = async (options = {}): Promise<ConsolePage> =>
  new ConsolePage(await newPage(options), `http://127.0.0.1:${stack().gateway().port}`);

/** What the agent says it was told. */
const toldIn = async (tab: ConsolePage): Promise<unknown> => JSON.parse((await tab.textOf()).replace(/^told /, ''));
const focused = (tab: ConsolePage) => tab.page.locator(':focus');

async function fillRequired(tab: ConsolePage): Promise<void> {
  await tab.field(/^Your name/).fill('Li Si');
  await tab.field(/^Amount in yuan/).fill('1,200.50');
  await tab.card
    .getByRole('radiogroup', { name: /contract/ })
    .getByLabel('No')
    .check();
  await tab.field('By bank transfer').check();
}

describe('a card with one question of each type', () => {
  test('answered by keyboard and pointer → each value as it was given, of its type, and read back by its label', async () => {
    const tab = await open();
    await tab.begin('intake', 'hello');
    await tab.card.waitFor();
    expect(await focused(tab).getAttribute('id')).toBe(await tab.field(/^Your name/).getAttribute('id'));
    expect(await tab.composer.isDisabled()).toBe(true);
    await fillRequired(tab);
    await tab.field(/^What happened/).fill('He took it\nand left.');
    await tab.field(/^Day of the loan/).fill('2023-05-01');
    await tab.field(/^Court/).selectOption({ label: 'Fengtai' });
    await tab.field('IOU').check();
    await tab.field(/^Case number/).fill('AB-1234');
    await tab.field(/^Case number/).press('Enter');
    await tab.answered();
    expect(await toldIn(tab)).toEqual({
      name: 'Li Si',
      story: 'He took it\nand left.',
      amount: 1200.5,
      day: '2023-05-01',
      contract: false,
      kind: 'bank',
      court: 'c5',
      evidence: ['iou', 'chat'],
      number: 'AB-1234',
    });
    const answers = await tab.page.locator('.message-user').last().innerText();
    expect(answers).toMatch(/Is there a contract\?\s+No[^]*By bank transfer[^]*Fengtai[^]*IOU · Chat messages/);
    expect(await tab.card.count()).toBe(0);
    await focused(tab).and(tab.composer).waitFor();
  });

  test('optional questions left open → not answered, the default as shown', async () => {
    const tab = await open();
    await tab.begin('intake', 'hello');
    await fillRequired(tab);
    await tab.field(/^Your name/).press('Enter');
    await tab.answered();
    expect(await toldIn(tab)).toEqual({ name: 'Li Si', amount: 1200.5, contract: false, kind: 'bank', evidence: ['chat'] });
  });

  test('something required is missing → said at its field, which gets the focus; nothing is sent', async () => {
    const tab = await open();
    await tab.begin('intake', 'hello');
    await tab.card.waitFor();
    const sent: string[] = [];
    tab.page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await tab.field(/^Your name/).fill('Li Si');
    await tab.field(/^Amount in yuan/).fill('ten');
    await tab.button('Send answers').click();
    await tab.card.getByText('Please enter a number').waitFor();
    expect(await focused(tab).getAttribute('id')).toBe(await tab.field(/^Amount in yuan/).getAttribute('id'));
    expect(await tab.field(/^Amount in yuan/).getAttribute('aria-invalid')).toBe('true');
    await tab.card.getByText('Please look at 3 answers again.').waitFor();
    await tab.field(/^Amount in yuan/).fill('1000001');
    expect(await tab.card.getByText('Please enter a number').count()).toBe(0);
    await tab.button('Send answers').click();
    await tab.card.getByText('This is too much.').waitFor();
    expect(sent).toEqual([]);
  });

  test('the server refuses an answer → said at its field, the rest is kept; corrected, it is taken', async () => {
    const tab = await open();
    await tab.begin('intake', 'hello');
    await fillRequired(tab);
    await tab.field(/^Case number/).fill('1234');
    await tab.button('Send answers').click();
    await tab.card.getByText('This does not have the expected form.').waitFor();
    const number = tab.field(/^Case number/);
    await expectFocus(tab, /^Case number/);
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(await tab.field(/^Your name/).inputValue()).toBe('Li Si');
    await number.fill('AB-1234');
    await tab.button('Send answers').click();
    await tab.answered();
    expect(await toldIn(tab)).toMatchObject({ number: 'AB-1234', contract: false });
    expect(await tab.page.locator('.message-user').count()).toBe(2);
  });

  test('reload with the card open → the card, and what was entered; once it is answered no draft is left', async () => {
    const tab = await open();
    await tab.begin('intake', 'hello');
    await fillRequired(tab);
    await tab.field('Witnesses').check();
    await tab.page.reload();
    await tab.card.waitFor();
    expect(await tab.field(/^Amount in yuan/).inputValue()).toBe('1,200.50');
    expect(await tab.field('By bank transfer').isChecked()).toBe(true);
    expect(await tab.field('Witnesses').isChecked()).toBe(true);
    expect(await draftsOf(tab)).toBe(1);
    await tab.button('Send answers').click();
    await tab.answered();
    expect(await toldIn(tab)).toMatchObject({ amount: 1200.5, evidence: ['chat', 'witness'] });
    expect(await draftsOf(tab)).toBe(0);
  });

  test('Tab stays in the card, Escape puts it aside and keeps what was entered; opened again, it is all there', async () => {
    const tab = await open({ viewport: PHONE });
    await tab.begin('intake', 'hello');
    await tab.card.waitFor();
    await tab.field(/^Your name/).fill('Li Si');
    await tab.page.keyboard.press('Shift+Tab');
    await tab.page.keyboard.press('Shift+Tab');
    expect(await focused(tab).innerText()).toBe('Send answers');
    await tab.page.keyboard.press('Tab');
    await focused(tab).and(tab.button('Put the questions aside')).waitFor();
    await tab.page.keyboard.press('Escape');
    const aside = tab.button(/^9 questions wait/);
    await focused(tab).and(aside).waitFor();
    expect(await tab.composer.isDisabled()).toBe(true);
    await tab.page.keyboard.press('Enter');
    expect(await tab.field(/^Your name/).inputValue()).toBe('Li Si');
  });

  test('go on without answering → asked twice, then the turn goes on', async () => {
    const tab = await open();
    await tab.begin('intake', 'hello');
    await tab.button('Go on without answering').click();
    await focused(tab).and(tab.button('Keep answering')).waitFor();
    await tab.button('Keep answering').click();
    await tab.button('Go on without answering').click();
    await tab.button('Go on without').last().click();
    await tab.answered();
    expect(await toldIn(tab)).toEqual({});
    await tab.page.getByText('Gone on without answers').waitFor();
  });
});

test('two forms in one card, one answered → it is taken, the other is asked again; both notes stay apart', async () => {
  const tab = await open();
  await tab.begin('two-forms', 'hello');
  await tab.button('Send answers').click();
  await tab.card.getByText('Please answer at least one part.').waitFor();
  const [first, second] = [
    tab.card.getByRole('group', { name: 'Part 1 of 2' }),
    tab.card.getByRole('group', { name: 'Part 2 of 2' }),
  ];
  await tab.field(/^Note/, second).fill('owes');
  await tab.button('Send answers').click();
  await second.getByText('This answer is required.').waitFor();
  expect(await first.getByText('This answer is required.').count()).toBe(0);
  await tab.field(/^Name/, second).fill('Zhang San');
  await tab.button('Send answers').click();
  await tab.card.getByText('The plaintiff.').waitFor();
  await tab.card.getByText('The defendant.').waitFor({ state: 'detached' });
  await tab.field(/^Name/).fill('Li Si');
  await tab.button('Send answers').click();
  await tab.answered();
  expect(await toldIn(tab)).toEqual({ plaintiff: 'Li Si', defendant: 'Zhang San', note: 'owes' });
});

test('a stage that is done, a choice, a confirmation → each looks like what it is; a no is an answer', async () => {
  const tab = await open();
  await tab.begin('stages', 'hello');
  await tab.card.and(tab.page.getByRole('dialog', { name: 'Stage completed' })).waitFor();
  await tab.field(/^Anything to add/).fill('Nothing.');
  await tab.button('Continue').click();
  await tab.page.getByRole('dialog', { name: 'Please choose' }).waitFor();
  await tab.field('With a letter').check();
  await tab.button('Send answers').click();
  await tab.page.getByRole('dialog', { name: 'Please confirm' }).getByText('File it now?').waitFor();
  await tab.button('No').click();
  await tab.answered();
  expect(await toldIn(tab)).toEqual({ remark: 'Nothing.', way: 'letter', file: false });
});

test('the card is answered by somebody else meanwhile → it closes, and the page shows how it went on', async () => {
  const tab = await open();
  await tab.begin('stages', 'hello');
  await tab.field(/^Anything to add/).fill('Mine.');
  const reply: Reply = await stack()
    .gateway()
    .send('POST', `/sessions/${tab.sessionId}/resume`, {
      stream: false,
      user_response: { answers: [{ field_key: 'case.remark', value: 'Theirs.' }] },
    });
  expect(reply.status).toBe(200);
  await tab.page.getByRole('dialog', { name: 'Please choose' }).waitFor();
  await tab.page.getByText('The questions have been settled elsewhere.').waitFor();
  await tab.page.getByText('Theirs.').waitFor();
  expect(await tab.page.getByText('Mine.').count()).toBe(0);
});

const draftsOf = (tab: ConsolePage): Promise<unknown> =>
  tab.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('parley.card.')).length");

async function expectFocus(tab: ConsolePage, label: RegExp): Promise<void> {
  expect(await focused(tab).getAttribute('id')).toBe(await tab.field(label).getAttribute('id'));
}
