import { type Reply } from '@parley/testing';
import { useStack } from '../test/use-stack.js';
import { CONSOLE_AGENTS_DIR } from './test/agents-dir.js';
import { confirmation, describedBy, draftsOf, fillRequired, focused, isFocusSeen, toldIn } from './test/card-steps.js';
import { ConsolePage } from './test/console-page.js';
import { holdAnswers, refuseAnswers } from './test/held-answers.js';
import { DESKTOP, useBrowser } from './test/use-browser.js';

const stack = useStack({ agentsDir: CONSOLE_AGENTS_DIR });
const { newPage } = useBrowser();
const open = async (viewport = DESKTOP): Promise<ConsolePage> =>
  new ConsolePage(await newPage({ viewport }), `http://127.0.0.1:${stack().gateway().port}`);

test('a confirmation comes up → the question has the focus: Enter answers nothing, Tab goes to its buttons', async () => {
  const tab = await open();
  await confirmation(tab);
  expect(await focused(tab).innerText()).toBe('File it now?');
  await tab.page.keyboard.press('Enter');
  await tab.page.keyboard.press('Tab');
  await focused(tab).and(tab.button('Go on without answering')).waitFor();
  await tab.page.keyboard.press('Tab');
  expect([await focused(tab).innerText(), await describedBy(focused(tab))]).toEqual(['No', 'File it now?']);
  await refuseAnswers(tab.page, 422, { errors: [{ field_key: 'case.file', code: 'type', message: 'Not like this.' }] });
  await tab.page.keyboard.press('Enter');
  await tab.card.getByText('Not like this.').waitFor();
  await focused(tab).getByText('Not like this.').waitFor();
});

test('a card comes up while the next message is being written → what is typed on is no answer, and the message is kept', async () => {
  const tab = await open();
  const held = await holdAnswers(tab.page, '**/chat');
  await tab.begin('stages', 'hello');
  await held.sent;
  await tab.page.keyboard.type('And');
  held.letGo();
  await tab.card.waitFor();
  await tab.page.keyboard.type(' then');
  expect(await tab.field(/^Anything to add/).inputValue()).toBe('');
  expect(await tab.composer.inputValue()).toBe('And');
  await focused(tab).and(tab.card).waitFor();
  await tab.page.keyboard.press('Shift+Tab');
  await focused(tab).and(tab.button('Continue')).waitFor();
  await tab.tabTo(tab.field(/^Anything to add/));
});

test('a window of little height → the whole card scrolls, and its first question is to be seen', async () => {
  const tab = await open({ width: 640, height: 320 });
  await tab.begin('intake', 'hello');
  await focused(tab)
    .and(tab.field(/^Your name/))
    .waitFor();
  await tab.settled();
  expect(await isFocusSeen(tab)).toBe(true);
  await tab.button('Send answers').focus();
  expect(await isFocusSeen(tab)).toBe(true);
});

describe('while answers are on their way', () => {
  test('nothing can be changed or sent beside them, also after the card was put aside; the focus stays in the card', async () => {
    const tab = await open();
    await tab.begin('intake', 'hello');
    await fillRequired(tab);
    const held = await holdAnswers(tab.page);
    await tab.field(/^Your name/).press('Enter');
    await held.sent;
    await focused(tab).and(tab.button('Sending')).waitFor();
    await tab.page.keyboard.press('Enter');
    await tab.page.keyboard.press('Escape');
    const aside = tab.button(/^9 questions wait.*Sending/);
    await focused(tab).and(aside).waitFor();
    await aside.click();
    expect(await tab.field(/^Your name/).isDisabled()).toBe(true);
    expect(await tab.button('Go on without answering').isDisabled()).toBe(true);
    await tab.button('Sending').click();
    held.letGo();
    await tab.answered();
    expect(held.bodies.length).toBe(1);
    expect(await toldIn(tab)).toMatchObject({ name: 'Li Si' });
    await focused(tab).and(tab.composer).waitFor();
  });

  test('yes, then no at once → yes', async () => {
    const tab = await open();
    await confirmation(tab);
    const held = await holdAnswers(tab.page);
    await tab.button('Yes').click();
    await held.sent;
    await tab.page.getByRole('button', { name: 'No', exact: true }).click({ force: true });
    expect(await tab.page.getByRole('button', { name: 'No', exact: true }).isDisabled()).toBe(true);
    held.letGo();
    await tab.answered();
    expect(held.bodies.length).toBe(1);
    expect(await toldIn(tab)).toMatchObject({ file: true });
  });

  test('the card is put aside, and they are refused → said there; opened again, at their fields', async () => {
    const tab = await open();
    await tab.begin('intake', 'hello');
    await fillRequired(tab);
    await tab.field(/^Case number/).fill('1234');
    const held = await holdAnswers(tab.page);
    await tab.button('Send answers').click();
    await held.sent;
    await tab.page.keyboard.press('Escape');
    held.letGo();
    await tab.page.getByRole('alert').getByText('Some answers need another look.').waitFor();
    expect(await tab.page.locator('.error-bar').count()).toBe(0);
    await tab.button(/^9 questions wait.*Some answers need another look/).click();
    await tab.card.getByText('This does not have the expected form.').waitFor();
    await focused(tab)
      .and(tab.field(/^Case number/))
      .waitFor();
  });

  test('the server fails → said above the card, and the focus is where it was', async () => {
    const tab = await open();
    await tab.begin('intake', 'hello');
    await fillRequired(tab);
    await refuseAnswers(tab.page, 500, { code: 'internal' });
    await tab.field(/^Your name/).press('Enter');
    await tab.page.getByText('Something went wrong. Please try again.').waitFor();
    await focused(tab)
      .and(tab.field(/^Your name/))
      .waitFor();
    await tab.page.unrouteAll();
    await tab.page.keyboard.press('Enter');
    await tab.answered();
  });
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

describe('who has settled the card', () => {
  const ELSEWHERE = 'The questions have been settled elsewhere.';

  test('it was taken, but the response was lost → nobody else', async () => {
    const tab = await open();
    await tab.begin('stages', 'hello');
    await tab.field(/^Anything to add/).fill('Mine.');
    await tab.page.route('**/resume', async (route) => {
      await route.fetch();
      await route.fulfill({ status: 500, contentType: 'application/problem+json', json: { code: 'internal', status: 500 } });
    });
    await tab.button('Continue').click();
    await tab.page.getByRole('dialog', { name: 'Please choose' }).waitFor();
    await tab.page.unrouteAll();
    await tab.field('With a letter').check();
    await tab.button('Send answers').click();
    await tab.page.getByRole('dialog', { name: 'Please confirm' }).waitFor();
    expect(await tab.page.getByText(ELSEWHERE).count()).toBe(0);
  });

  test('somebody, while no page was open → what had been entered is kept no longer once it is seen', async () => {
    const tab = await open();
    await tab.begin('stages', 'hello');
    await tab.field(/^Anything to add/).fill('Mine.');
    const { sessionId } = tab;
    await tab.page.goto(`${tab.origin}/docs-json`);
    expect(await draftsOf(tab)).toBe(1);
    await stack()
      .gateway()
      .send('POST', `/sessions/${sessionId}/resume`, {
        stream: false,
        user_response: { answers: [{ field_key: 'case.remark', value: 'Theirs.' }] },
      });
    await tab.open(`#/c/${sessionId}`);
    await tab.page.getByRole('dialog', { name: 'Please choose' }).waitFor();
    expect(await draftsOf(tab)).toBe(0);
    expect(await tab.page.getByText(ELSEWHERE).count()).toBe(0);
  });

  test('it was refused here, then answered elsewhere → told so; the next card knows nothing of what was refused', async () => {
    const tab = await open();
    await tab.begin('stages', 'hello');
    await tab.field(/^Anything to add/).fill('Mine.');
    await refuseAnswers(tab.page, 422, { errors: [{ field_key: 'case.remark', code: 'pattern', message: 'Not like this.' }] });
    await tab.button('Continue').click();
    await tab.card.getByText('Not like this.').waitFor();
    await stack()
      .gateway()
      .send('POST', `/sessions/${tab.sessionId}/resume`, {
        stream: false,
        user_response: { answers: [{ field_key: 'case.remark', value: 'Theirs.' }] },
      });
    await tab.page.getByRole('dialog', { name: 'Please choose' }).waitFor();
    await tab.page.getByText(ELSEWHERE).waitFor();
    expect(await tab.page.getByText('Not like this.').count()).toBe(0);
    expect(await tab.page.locator('.error-bar').count()).toBe(0);
  });

  test('the consultation is deleted elsewhere, with its card → nobody is said to have settled it', async () => {
    const tab = await open();
    await tab.begin('stages', 'hello');
    await tab.card.waitFor();
    await stack().gateway().send('DELETE', `/sessions/${tab.sessionId}`);
    await tab.page.locator('.agent-choice').waitFor();
    await tab.say('hello');
    await tab.card.waitFor();
    expect(await tab.page.getByText(ELSEWHERE).count()).toBe(0);
  });
});

test('other agents have spoken → what they said is folded beside the answer', async () => {
  const tab = await open();
  const events = [
    ['run', { run_id: 'chat-1', session_id: 's', turn: 1, agent_id: 'guide', kind: 'chat' }],
    ['remote_agent_output', { agent: 'Registry', text: 'Case found.', item_id: 'i1' }],
    ['remote_agent_output', { agent: 'Registry', text: '<b>Open</b>\nsince May.', item_id: 'i1' }],
    ['token', { text: 'It is open.', node: 'answer', message_id: 'm1' }],
    ['end', { status: 'completed', output: 'It is open.' }],
  ] as const;
  const frames = events.map(
    ([event, data], at) => `id: chat-1:${at + 1}\nevent: ${event}\ndata: ${JSON.stringify({ type: event, data })}\n\n`,
  );
  await tab.page.route('**/chat', (route) =>
    route.fulfill({ contentType: 'text/event-stream', headers: { 'x-run-id': 'chat-1' }, body: frames.join('') }),
  );
  await tab.begin('guide', 'hello');
  await tab.answered();
  const summary = tab.answer().locator('summary').getByText('Other agents');
  expect(await tab.page.getByText('Case found.').isVisible()).toBe(false);
  await summary.click();
  expect(await tab.answer().locator('.work').innerText()).toMatch(/Registry[^]*Case found\.[^]*<b>Open<\/b>\nsince May\./);
});
