import { loanAnswer } from './loan-answer.js';

const known = (values: Record<string, string>) => new Map(Object.entries(values));
const CASE = {
  'profile.plaintiff.name': '张三',
  'profile.defendant.name': '李四',
  'profile.defendant.id_number': 'on file',
  'facts.amount': '50000',
  'facts.loan_date': '2023-05-01',
  'facts.has_contract': 'true',
  'facts.interest_rate': '12',
  'facts.summary': '李四借款未还',
  'fee.amount': '1050',
  'fee.basis': '超过1万元至10万元的部分按2.5%',
  'decision.file': 'true',
};

test('a whole case in Chinese → parties, facts, court fee, next steps', () => {
  expect(loanAnswer(known(CASE), ['李四借我5万不还'], 'zh')).toBe(`## 民间借贷咨询小结

**当事人**

- 原告：张三
- 被告：李四（身份证号已登记）

**借款事实**

- 借款本金：50,000 元
- 借款日期：2023-05-01
- 借条或合同：有
- 约定利率：年利率 12%
- 概述：李四借款未还

**诉讼费**

- 案件受理费约 1,050 元（超过1万元至10万元的部分按2.5%）

**下一步**

1. 保管好借条或合同原件，并准备转账记录、聊天记录等佐证。
2. 约定利率超过合同成立时一年期 LPR 四倍的部分，法院不予支持。
3. 准备起诉状、身份证明和证据清单，向被告住所地或合同履行地的基层法院立案。
4. 留意诉讼时效：一般为三年，自约定还款日届满之日起算。

> 以上内容由内置演示模型生成，仅供参考，不构成法律意见。`);
});

test('a whole case in English → the same in English', () => {
  const answer = loanAnswer(known({ ...CASE, 'fee.basis': '2.5% of the part above 10,000' }), ['He owes me'], 'en');
  expect(answer).toContain('- Defendant: 李四 (ID number on file)');
  expect(answer).toContain('- Principal: 50,000 yuan');
  expect(answer).toContain('- Case acceptance fee: about 1,050 yuan (2.5% of the part above 10,000)');
  expect(answer).toContain('1. Keep the original IOU');
});

test('little is known → the gaps are named, and nothing is made up', () => {
  const answer = loanAnswer(known({ 'profile.defendant.name': '李四' }), ['他欠我钱'], 'zh');
  expect(answer).toContain('- 原告：你（出借人）');
  expect(answer).toContain('**借款事实**\n\n- 尚未提供');
  expect(answer).toContain('- 暂时无法计算：还不知道借款金额');
  expect(answer).toContain('1. 告诉我借款本金');
});

test.each([
  ['true', '立案'],
  ['false', '暂不起诉'],
  ['', '先书面催款'],
])('decision.file is %j → the step that follows from it', (file, step) => {
  const values = Object.entries({ ...CASE, 'decision.file': file }).filter(([, value]) => value !== '');
  expect(loanAnswer(new Map(values), ['x'], 'zh')).toContain(step);
});

test('interest 0 → none agreed, and no word about its cap', () => {
  const answer = loanAnswer(known({ ...CASE, 'facts.interest_rate': '0' }), ['x'], 'zh');
  expect(answer).toContain('- 利息：未约定');
  expect(answer).not.toContain('LPR');
});

test('nothing is known → an invitation instead of an empty summary', () => {
  expect(loanAnswer(known({}), ['你好'], 'zh')).toMatch(/^你好，我可以帮你梳理/);
  expect(loanAnswer(known({}), ['hi'], 'en')).toMatch(/^Hello, I can help you/);
});

test('the conversation goes on → the answer says to what', () => {
  expect(loanAnswer(known(CASE), ['第一句', '要多久？'], 'zh')).toMatch(/^关于“要多久？”，按目前掌握的情况：\n\n## /);
});
