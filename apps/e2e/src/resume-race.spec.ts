import { cardOf, RunStream, type UnexpectedReply } from '@parley/testing';
import { asking, question } from './test/asks.js';
import { BOTH_TRANSPORTS, gatewayOf, newSession, TRANSPORTS, useStack } from './test/use-stack.js';

const stack = useStack({ gateways: BOTH_TRANSPORTS, engines: [{}, {}] });

const ROUNDS = 50;
const AT_ONCE = 10;

/** Runs the rounds, some at once; rejects with the first that fails. */
async function rounds(run: (round: number) => Promise<void>): Promise<void> {
  for (let first = 0; first < ROUNDS; first += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, ROUNDS - first) }, (_, index) => run(first + index)));
  }
}

/** What became of each: the stream, or the refusal. */
const settled = async (attempts: Promise<RunStream>[]): Promise<(RunStream | string)[]> =>
  Promise.all(
    attempts.map((attempt) => attempt.catch((error: UnexpectedReply) => `${error.reply.status} ${error.problem.code}`)),
  );

async function sameAnswersAtOnce(gateways: readonly number[]): Promise<void> {
  await rounds(async () => {
    const session = newSession();
    const { card_id } = cardOf(await stack().gateway(gateways[0]).ask(session, 'hi', { agent_id: 'ask' }));
    const attempts = gateways.map((gateway) => stack().gateway(gateway).resume(session, { 'who.name': 'Ada' }, { card_id }));
    const [one, two] = await Promise.all((await Promise.all(attempts)).map((stream) => stream.finished()));
    expect(one).toEqual(two);
    expect(one?.terminal).toMatchObject({ event: 'end', data: { status: 'completed' } });
    expect(stack().effects.of(`${session}/after`)).toEqual([{ name: 'Ada' }]);
    expect(await stack().gateway(0).messages(session)).toHaveLength(4);
  });
}

describe.each(TRANSPORTS)('two requests about one card at once, through two gateways, over %s', (transport) => {
  const gateways = [gatewayOf(transport, 0), gatewayOf(transport, 1)];

  test(
    `the same answers → one run, whose work is done exactly once, ${ROUNDS} of ${ROUNDS} times`,
    () => sameAnswersAtOnce(gateways),
    120_000,
  );

  test(`other answers → one wins, the other gets 409, ${ROUNDS} of ${ROUNDS} times`, async () => {
    await rounds(async () => {
      const session = newSession();
      const { card_id } = cardOf(await stack().gateway(gateways[0]).ask(session, 'hi', { agent_id: 'ask' }));
      const names = ['Ada', 'Bob'];
      const outcomes = await settled(
        gateways.map((gateway, index) => stack().gateway(gateway).resume(session, { 'who.name': names[index] }, { card_id })),
      );
      const winner = outcomes.findIndex((outcome) => outcome instanceof RunStream);
      expect(outcomes[1 - winner]).toBe('409 card_already_answered');
      await (outcomes[winner] as RunStream).finished();
      expect(stack().effects.of(`${session}/after`)).toEqual([{ name: names[winner] }]);
    });
  }, 120_000);

  test('an answer, and a message that supersedes the card → one of the two has its way, and the session goes on', async () => {
    await rounds(async (round) => {
      const session = newSession();
      const control = { questions: [question('k')] };
      const { card_id } = cardOf(await stack().gateway(0).ask(session, asking(control), { agent_id: 'asker' }));
      const [one, two] = round % 2 === 0 ? gateways : gateways.toReversed();
      const [answer, message] = await settled([
        stack().gateway(one).resume(session, { k: 'a' }, { card_id }),
        stack().gateway(two).chat(session, 'hello', { agent_id: 'talk', on_pending_card: 'supersede' }),
      ]);
      if (!(message instanceof RunStream)) throw new Error(`the message was refused: ${message}`);
      expect((await message.finished()).text).toBe('echo: hello');
      if (answer instanceof RunStream) expect(['end', 'preempted']).toContain((await answer.finished()).terminal.event);
      else expect(answer).toBe('409 card_stale');
      expect(await stack().gateway(0).pendingCard(session)).toEqual({ has_pending_card: false, card: null });
      expect((await stack().gateway(0).ask(session, 'again', { agent_id: 'talk' })).text).toBe('echo: again');
    });
  }, 120_000);
});

test(
  'the same answers at once through gateways of both transports → one run, whose work is done exactly once',
  () => sameAnswersAtOnce([gatewayOf('ndjson'), gatewayOf('handoff')]),
  120_000,
);
