import { Gate } from '../test/gate.js';
import { useStack } from '../test/use-stack.js';
import { CONSOLE_AGENTS_DIR } from './test/agents-dir.js';
import { ConsolePage } from './test/console-page.js';
import { useBrowser } from './test/use-browser.js';
import { words, wordsText } from './test/words.js';

const stack = useStack({ agentsDir: CONSOLE_AGENTS_DIR });
const { newPage } = useBrowser();
const open = async (options = {}): Promise<ConsolePage> =>
  new ConsolePage(await newPage(options), `http://127.0.0.1:${stack().gateway().port}`);

/** What the model says to a message, when the test lets it. */
function says(message: string): Gate<string> {
  const gate = new Gate<string>();
  stack().model.when({ last_user_includes: message }, { tokens: gate });
  return gate;
}

describe('an answer that is being written', () => {
  test('reload in the middle of it → the whole of it, each word once, live again', async () => {
    const gate = says('tell me');
    const tab = await open();
    await tab.begin('guide', 'tell me');
    gate.push(...words(1, 40));
    await tab.answer().getByText('w40').waitFor();
    await tab.page.reload();
    await tab.answer().getByText('w40').waitFor();
    gate.push(...words(41, 80));
    await tab.answer().getByText('w80').waitFor();
    gate.end();
    await tab.answered();
    expect(await tab.textOf()).toBe(wordsText(1, 80));
    expect(await tab.messages.count()).toBe(2);
    await tab.page.reload();
    await tab.answered();
    expect(await tab.textOf()).toBe(wordsText(1, 80));
  });

  test('stop → what was said stays, marked as interrupted, also after a reload; one may go on', async () => {
    const gate = says('endless');
    says('again').push('Here I am.');
    const tab = await open();
    await tab.begin('guide', 'endless');
    gate.push(...words(1, 5));
    await tab.answer().getByText('w5').waitFor();
    await tab.button('Stop').press('Enter');
    await tab.answer().getByText('Interrupted').waitFor();
    await tab.page.locator(':focus').and(tab.composer).waitFor();
    gate.push(...words(6, 9));
    await tab.page.reload();
    await tab.answer().getByText('Interrupted').waitFor();
    expect(await tab.textOf()).toBe(wordsText(1, 5));
    await tab.say('again');
    await tab.answer().getByText('Here I am.').waitFor();
  });

  test('three messages quickly → only the third is answered, without a word of the others', async () => {
    const [one, two, three] = ['first', 'second', 'third'].map(says);
    const tab = await open();
    await tab.begin('guide', 'first');
    one?.push('one-a ');
    await tab.answer().getByText('one-a').waitFor();
    await tab.say('second');
    await tab.say('third');
    await stack().model.nthCall(1, { last_user_includes: 'third' });
    one?.push('one-b ');
    two?.push('two-a ');
    three?.push('three-a ', 'three-b');
    three?.end();
    await tab.answered();
    expect(await tab.textOf()).toBe('three-a three-b');
    expect(await tab.textOf(0)).toBe('one-a');
    await tab.answer(0).getByText('Interrupted').waitFor();
    expect(await tab.page.getByText('two-a').count()).toBe(0);
    expect(await tab.page.locator('.message-user .said').allInnerTexts()).toEqual(['first', 'second', 'third']);
  });

  test('thoughts and steps → folded beside it, opened by whoever wants to know', async () => {
    stack().model.when(
      {},
      { reasoning: ['Let me ', 'see.'], tool_calls: [{ name: 'court_fee', arguments: { amount: 5000 } }] },
      1,
    );
    stack().model.when({ last_tool_includes: '' }, { text: 'It is **125** yuan.' });
    const tab = await open();
    await tab.begin('guide', 'how much');
    await tab.answered();
    const answer = tab.answer();
    expect(await answer.getByText('Let me see.').isVisible()).toBe(false);
    await answer.getByText('Thoughts').click();
    await answer.getByText('1 step').click();
    await answer.getByText('Let me see.').waitFor();
    await answer.getByText('"fee": 125').waitFor();
    expect(await answer.locator('strong').innerText()).toBe('125');
  });

  test('what the model writes as HTML, scripts and images → text and links, nothing is run or loaded', async () => {
    const evil = '<img src=x onerror="window.hacked=1"> <script>window.hacked=1</script> ';
    const markdown = '[a](javascript:window.hacked=1) [b](https://example.org/x) ![c](https://example.org/track.png)';
    stack().model.when({}, { tokens: [evil, markdown] });
    const tab = await open();
    const asked: string[] = [];
    tab.page.on('request', (request) => asked.push(request.url()));
    await tab.begin('guide', 'hi');
    await tab.answered();
    expect(await tab.textOf()).toContain('<img src=x onerror="window.hacked=1">');
    const links = await tab.answer().getByRole('link').all();
    const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual(['https://example.org/x', 'https://example.org/track.png']);
    expect(await tab.page.evaluate('window.hacked')).toBeUndefined();
    expect(asked.filter((url) => !url.startsWith(tab.origin))).toEqual([]);
  });
});

describe('the input', () => {
  test('a message that is not sent yet → there again after a reload, in its own consultation', async () => {
    stack().model.when({ last_user_includes: 'x' }, { text: 'Yes.' });
    const tab = await open();
    await tab.begin('guide', 'x');
    await tab.answered();
    await tab.composer.fill('half a thou');
    await tab.page.reload();
    await tab.messages.first().waitFor();
    expect(await tab.composer.inputValue()).toBe('half a thou');
    await tab.open('#/');
    expect(await tab.composer.inputValue()).toBe('');
    await tab.composer.fill('something new');
    await tab.page.reload();
    expect(await tab.composer.inputValue()).toBe('something new');
  });

  test('Shift + Enter → a new line; Enter while a word is being spelt → nothing is sent', async () => {
    const tab = await open();
    await tab.open();
    await tab.composer.fill('one');
    await tab.composer.press('Shift+Enter');
    await tab.composer.pressSequentially('two');
    expect(await tab.composer.inputValue()).toBe('one\ntwo');
    await tab.composer.dispatchEvent('keydown', { key: 'Enter', code: 'Enter', isComposing: true, bubbles: true });
    // What is sent leaves its field at once.
    expect(await tab.composer.inputValue()).toBe('one\ntwo');
    expect(await tab.messages.count()).toBe(0);
  });
});

test('a model that fails → a sentence, a reference, and trying again works', async () => {
  stack().model.when({}, { text: 'Now it works.' });
  stack().model.when({}, { status: 400 }, 1);
  const tab = await open();
  await tab.begin('guide', 'hi');
  await tab.page.getByRole('alert').getByText('The language model did not answer').waitFor();
  await tab.page.getByText(/Reference: [0-9a-f]{32}/).waitFor();
  await tab.button('Try again').click();
  await tab.answer().getByText('Now it works.').waitFor();
  expect(await tab.page.getByRole('alert').getByText('did not answer').count()).toBe(0);
});

test('in Chinese → the page, its language for screen readers, and what the server says', async () => {
  const tab = await open({ lang: 'zh' });
  await tab.begin('intake', '你好');
  await tab.card.waitFor();
  expect(await tab.page.getAttribute('html', 'lang')).toBe('zh-CN');
  await tab.field(/^Case number/).fill('wrong');
  await tab.field(/^Your name/).fill('李四');
  await tab.field(/^Amount/).fill('5');
  await tab.card
    .getByRole('radiogroup', { name: /contract/ })
    .getByLabel('是')
    .check();
  await tab.field('In cash').check();
  await tab.button('提交回答').click();
  await tab.card.getByText('格式不正确。').waitFor();
  await tab.page.getByLabel('语言').selectOption('en');
  await tab.button('Send answers').waitFor();
  await tab.button('Send answers').click();
  await tab.card.getByText('This does not have the expected form.').waitFor();
});

test('a consultation is deleted → gone from the list, and a new one may begin', async () => {
  says('bye').end();
  const tab = await open();
  await tab.begin('guide', 'bye');
  const list = tab.page.getByRole('navigation', { name: 'Consultations' });
  await list.getByText('bye').waitFor();
  await tab.button('Delete consultation').click();
  await tab.page.getByRole('dialog').getByRole('button', { name: 'Delete consultation' }).click();
  await tab.page.getByText('How can we help?').waitFor();
  await list.getByText('bye').waitFor({ state: 'detached' });
});
