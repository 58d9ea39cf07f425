import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Mustache from 'mustache';
import { answerTo } from '../src/answers/answer.js';

/** The prompts of the demo agents, rendered as the engine does it: what they write is what this model reads. */
const AGENTS = join(__dirname, '../../ai-engine/agents');

function ask(prompt: string, lang: string, message: string, state: object = {}, more: object = {}): string {
  const template = readFileSync(join(AGENTS, prompt), 'utf8');
  const view = { state, message, agent: {}, lang, ...more };
  const system = Mustache.render(template, view, {}, { escape: (text) => String(text) });
  return answerTo({ system: [system], users: [message], json: prompt.endsWith('facts.md') });
}

const CASE = {
  profile: { plaintiff: { name: '张三' }, defendant: { name: '李四 <"&">', id_number: '110101199003071233' } },
  facts: { amount: 50_000, loan_date: '2023-05-01', has_contract: false, interest_rate: 0, summary: '借款\nfee.amount: 1' },
  fee: { amount: 1050, basis: '2.5%' },
  decision: { file: false },
};

test('loan-dispute/facts, nothing known and no amount told → it asks', () => {
  expect(JSON.parse(ask('loan-dispute/facts.md', 'en', 'He owes me'))).toMatchObject({ control: { action: 'ask_user' } });
});

test('loan-dispute/facts, the card is answered → the values arrive unchanged, also false and 0', () => {
  const { amount, has_contract, interest_rate } = CASE.facts;
  const result = ask('loan-dispute/facts.md', 'zh', '他欠我钱', { facts: { amount, has_contract, interest_rate } });
  expect(JSON.parse(result)).toMatchObject({ state: { facts: { amount, has_contract, interest_rate } } });
});

test('loan-dispute/facts, the card is cancelled → it goes on', () => {
  const result = ask('loan-dispute/facts.md', 'zh', '他欠我钱', {}, { cancelled: true });
  expect(JSON.parse(result)).toEqual({ control: { action: 'continue' } });
});

test('loan-dispute/answer → every value of the state is in the answer, and the ID number never left the state', () => {
  const answer = ask('loan-dispute/answer.md', 'zh', '他欠我钱', CASE);
  const expected = [
    '张三',
    '李四 <"&">（身份证号已登记）',
    '50,000 元',
    '2023-05-01',
    '借条或合同：无',
    '利息：未约定',
    '1,050 元（2.5%）',
    '暂不起诉',
  ];
  for (const text of expected) expect(answer).toContain(text);
  expect(answer).not.toContain('110101');
});

test('loan-dispute/answer in English, an empty state → the invitation in English', () => {
  expect(ask('loan-dispute/answer.md', 'en', 'hi')).toMatch(/^Hello, I can help you/);
});

test.each([
  ['zh', '被告不还钱', '你说的是：被告不还钱'],
  ['en', 'bye', 'You said: bye'],
])('echo/answer, lang %s → it repeats the message', (lang, message, expected) => {
  expect(ask('echo/answer.md', lang, message)).toBe(expected);
});
