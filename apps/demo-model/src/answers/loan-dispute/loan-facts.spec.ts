import { loanFacts } from './loan-facts.js';

const nothing = new Map<string, string>();
const known = (values: Record<string, string>) => new Map(Object.entries(values));
const TOLD = '李四2023年5月1日借我5万元，月息1分，有借条';

test('everything is told in Chinese → all facts, and it goes on', () => {
  expect(loanFacts(nothing, [TOLD], 'zh')).toEqual({
    state: {
      facts: { amount: 50_000, loan_date: '2023-05-01', has_contract: true, interest_rate: 12, summary: `用户自述“${TOLD}”` },
    },
    control: { action: 'continue' },
  });
});

test('told in English → the same facts, the summary in English', () => {
  const told = 'On 1 May 2023 I lent him 50,000 yuan at 12% a year, without a contract.';
  expect(loanFacts(nothing, [told], 'en')).toEqual({
    state: {
      facts: {
        amount: 50_000,
        loan_date: '2023-05-01',
        has_contract: false,
        interest_rate: 12,
        summary: `in the user's words, "${told}"`,
      },
    },
    control: { action: 'continue' },
  });
});

test('no amount → it asks for it and for what else is missing, without a state', () => {
  expect(loanFacts(nothing, ['他欠我钱不还'], 'zh')).toEqual({
    control: {
      action: 'ask_user',
      review_type: 'clarify',
      message: '还缺几项信息，补充后才能计算诉讼费。',
      questions: [
        { question: '借款本金是多少元？', field_key: 'facts.amount', required: true, input_type: 'number', min: 1 },
        { question: '借款是哪一天给出的？', field_key: 'facts.loan_date', required: false, input_type: 'date' },
        { question: '有借条、欠条或借款合同吗？', field_key: 'facts.has_contract', required: false, input_type: 'boolean' },
      ],
    },
  });
});

test('only the amount is missing → only that is asked, in English', () => {
  const { control } = loanFacts(nothing, ['On 2023-05-01, with an IOU'], 'en');
  const questions = control.action === 'ask_user' ? control.questions : [];
  expect(questions.map(({ question }) => question)).toEqual(['How much was lent, in yuan?']);
});

test('answers of the card are known → they complete what was told', () => {
  const answers = known({ 'facts.amount': '80000', 'facts.has_contract': 'false' });
  expect(loanFacts(answers, ['2023年5月1日借的'], 'zh')).toMatchObject({
    state: { facts: { amount: 80_000, loan_date: '2023-05-01', has_contract: false } },
    control: { action: 'continue' },
  });
});

test('an answer and a message contradict each other → the answer counts', () => {
  expect(loanFacts(known({ 'facts.amount': '80000' }), ['他借了5万'], 'zh').state).toMatchObject({ facts: { amount: 80_000 } });
});

test('two messages contradict each other → the later one counts, also where a last one says nothing', () => {
  expect(loanFacts(nothing, ['借了5万', '不对，是8万', '请继续'], 'zh').state).toMatchObject({ facts: { amount: 80_000 } });
});

test.each(['0', '-5', 'a lot'])('the known amount is %j → it is asked for again', (amount) => {
  expect(loanFacts(known({ 'facts.amount': amount }), ['x'], 'zh').control.action).toBe('ask_user');
});

test('the questions were dismissed → it goes on without facts, so that the next message can bring them', () => {
  expect(loanFacts(known({ cancelled: 'true' }), ['他欠我钱'], 'zh')).toEqual({ control: { action: 'continue' } });
  expect(loanFacts(known({ cancelled: 'true' }), ['5万'], 'zh').state).toMatchObject({ facts: { amount: 50_000 } });
});

test('a long message → the summary quotes its beginning', () => {
  const { state } = loanFacts(nothing, [`5万 ${'很'.repeat(500)}`], 'zh');
  expect((state as { facts: { summary: string } }).facts.summary).toBe(`用户自述“5万 ${'很'.repeat(117)}…”`);
});
