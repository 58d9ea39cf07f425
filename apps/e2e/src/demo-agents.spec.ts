import { type Card } from '@parley/contracts';
import { cardOf } from '@parley/testing';
import { newSession, ONE_EACH, TRANSPORTS, useStack } from './test/use-stack.js';
import { anyNumber } from './test/matchers.js';

// The product as it is started without any configuration: the built-in agents and the demo model.
const stack = useStack({
  gateways: ONE_EACH,
  demoModel: true,
  agentsDir: undefined,
});

const asks = (card: Card): unknown[] =>
  card.questions.map(({ field_key, input_type, required }) => [field_key, input_type, required]);

describe.each(TRANSPORTS.map((transport, index) => ({ transport, index })))(
  'the loan dispute with the demo model over $transport',
  ({ index }) => {
    test.each([
      {
        lang: 'zh',
        message: '张三2023年5月1日向我借了5万元，有借条，约定年利率6%，到现在没还。',
        names: { plaintiff: '李四', defendant: '张三' },
        answer: ['李四', '张三', '5万', '1,050', '起诉', '诉讼费'],
        followUp: '需要准备哪些证据？',
      },
      {
        lang: 'en',
        message: 'Bob borrowed 50,000 yuan from me on 2023-05-01, there is an IOU, interest 6% a year, and he has not paid back.',
        names: { plaintiff: 'Alice', defendant: 'Bob' },
        answer: ['Alice', 'Bob', '50,000', '1,050', 'court', 'fee'],
        followUp: 'Which evidence do I need?',
      },
    ])(
      '$lang: parties, facts, fee, confirmation → the advice, with the names, the amount and the fee',
      async ({ lang, message, names, answer, followUp }) => {
        const gateway = stack().gateway(index).with({ 'accept-language': lang });
        const session = newSession();

        const parties = cardOf(await gateway.ask(session, message));
        expect(asks(parties)).toEqual([
          ['profile.plaintiff.name', 'text', true],
          ['profile.defendant.name', 'text', true],
          ['profile.defendant.id_number', 'text', false],
        ]);
        const confirmation = cardOf(
          await gateway.answer(session, {
            'profile.plaintiff.name': names.plaintiff,
            'profile.defendant.name': names.defendant,
            'profile.defendant.id_number': '11010119900101001X',
          }),
        );
        expect([confirmation.review_type, asks(confirmation)]).toEqual(['confirm', [['decision.file', 'boolean', true]]]);

        const advice = await gateway.answer(session, { 'decision.file': true });
        expect(advice.terminal).toMatchObject({
          event: 'end',
          data: { status: 'completed', usage: { completion_tokens: anyNumber } },
        });
        for (const part of answer) expect(advice.text).toContain(part);
        expect(advice.events.filter(({ event }) => event === 'token').length).toBeGreaterThan(20);

        const more = await gateway.ask(session, followUp);
        expect(more.text).toContain(names.defendant);
        expect((await gateway.messages(session)).map(({ role }) => role)).toEqual(
          Array.from({ length: 4 }, () => ['user', 'assistant']).flat(),
        );
      },
    );

    test('the amount is not said → asked for, in the language; given → goes on', async () => {
      const gateway = stack().gateway(index).with({ 'accept-language': 'en' });
      const session = newSession();
      await gateway.ask(session, 'Bob owes me money and does not pay.');
      const facts = cardOf(await gateway.answer(session, { 'profile.plaintiff.name': 'Alice', 'profile.defendant.name': 'Bob' }));
      expect(facts.questions.map(({ field_key }) => field_key)).toContain('facts.amount');
      const confirmation = cardOf(await gateway.answer(session, { 'facts.amount': 8000 }));
      expect(confirmation.items[0]?.skill).toBe('file');
      const advice = await gateway.answer(session, { 'decision.file': false });
      expect(advice.text).toContain('8,000');
    });
  },
);

test('the echo agent → says back what it was told, in its language', async () => {
  const zh = await stack().gateway().ask(newSession(), '你好', { agent_id: 'echo' });
  expect(zh.text).toContain('你好');
  const en = await stack().gateway().chatJson(newSession(), 'Hello there', { agent_id: 'echo' });
  expect(en.output).toContain('Hello there');
});
