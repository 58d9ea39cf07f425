import { useStack } from '../test/use-stack.js';
import { CONSOLE_AGENTS_DIR } from './test/agents-dir.js';
import { describedBy, draftsOf, expectFocus, fillRequired, focused, spokenFaults, toldIn } from './test/card-steps.js';
import { ConsolePage } from './test/console-page.js';
import { PHONE, useBrowser } from './test/use-browser.js';

const stack = useStack({ agentsDir: CONSOLE_AGENTS_DIR });
const { newPage, newTab } = useBrowser();
const open = async (options = {}): Promise<ConsolePage> =>
  new ConsolePage(await newPage(options), `http://127.0.0.1:${stack().gateway().port}`);

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
    expect(await spokenFaults(tab)).toEqual(['Please look at 3 answers again.']);
    await tab.field(/^Amount in yuan/).fill('1000001');
    expect(await tab.card.getByText('Please enter a number').count()).toBe(0);
    await tab.button('Send answers').click();
    await tab.card.getByText('This is too much.').waitFor();
    expect(sent).toEqual([]);
  });

  test('half a date, where none is needed → a fault of its field, never an answer left open; completed, it is taken', async () => {
    const tab = await open();
    await tab.begin('intake', 'hello');
    await fillRequired(tab);
    await tab.field(/^Day of the loan/).focus();
    await tab.page.keyboard.type('0505');
    await tab.field(/^Your name/).press('Enter');
    await tab.card.getByText('Please enter a date.').waitFor();
    await expectFocus(tab, /^Day of the loan/);
    expect(await describedBy(tab.field(/^Day of the loan/))).toBe('Please enter a date.');
    await tab.page.keyboard.type('05052023');
    await tab.page.keyboard.press('Enter');
    await tab.answered();
    expect(await toldIn(tab)).toMatchObject({ day: '2023-05-05' });
  });

  test('the server refuses an answer → said at its field, the rest is kept; corrected, it is taken', async () => {
    const tab = await open();
    await tab.begin('intake', 'hello');
    await fillRequired(tab);
    await tab.field(/^Case number/).fill('1234');
    await tab.button('Send answers').click();
    await tab.card.getByText('This does not have the expected form.').waitFor();
    expect(await spokenFaults(tab)).toEqual(['This does not have the expected form.']);
    const number = tab.field(/^Case number/);
    await expectFocus(tab, /^Case number/);
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(await describedBy(number)).toBe('A certain form is expected, such as AB-1234 This does not have the expected form.');
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

  test('go on without answering → asked twice; who thinks better of it is where he was, else the turn goes on', async () => {
    const tab = await open();
    await tab.begin('intake', 'hello');
    const skip = tab.button('Go on without answering');
    await skip.click();
    await focused(tab).and(tab.button('Keep answering')).waitFor();
    await tab.page.keyboard.press('Enter');
    await focused(tab).and(skip).waitFor();
    await tab.page.keyboard.press('Enter');
    await focused(tab).and(tab.button('Keep answering')).waitFor();
    await tab.page.keyboard.press('Escape');
    await focused(tab).and(skip).waitFor();
    await skip.click();
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

test('radio buttons that need no answer → the choice can be taken back, and is no answer then', async () => {
  const tab = await open();
  await tab.begin('leisure', 'hello');
  await tab.field('Yes').check();
  await tab.field('With a letter').check();
  await tab.button('Take the choice back').first().click();
  await focused(tab).and(tab.field('Yes')).waitFor();
  expect(await tab.field('Yes').isChecked()).toBe(false);
  await tab.button('Send answers').click();
  await tab.answered();
  expect(await toldIn(tab)).toEqual({ how: 'letter' });
});

test('the same card in two tabs → what is entered in one is not wiped by the other', async () => {
  const left = await open();
  await left.begin('intake', 'hello');
  await left.card.waitFor();
  const right = await new ConsolePage(await newTab(left.page), left.origin).open(`#/c/${left.sessionId}`);
  await right.card.waitFor();
  await left.field(/^Your name/).fill('Li Si');
  await right.field(/^Amount in yuan/).fill('5');
  await left.field(/^Court/).selectOption({ label: 'Fengtai' });
  for (const tab of [left, right]) {
    await (await tab.front()).page.reload();
    await tab.card.waitFor();
    expect(await tab.field(/^Your name/).inputValue()).toBe('Li Si');
    expect(await tab.field(/^Amount in yuan/).inputValue()).toBe('5');
    expect(await tab.field(/^Court/).inputValue()).toBe('c5');
  }
});
