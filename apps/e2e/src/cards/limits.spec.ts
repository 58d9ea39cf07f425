import { MAX_ANSWER_BYTES, MAX_BODY_BYTES, MAX_CARD_BYTES } from '@parley/contracts';
import { cardOf } from '@parley/testing';
import { asking, question } from '../test/asks.js';
import { problemOf, refusalOf } from '../test/refusal.js';
import { newSession, ONE_EACH, TRANSPORTS, useStack } from '../test/use-stack.js';

const stack = useStack({ gateways: ONE_EACH });

describe.each(TRANSPORTS)('the largest that is taken, over %s', (transport) => {
  const gateway = () => stack().gateway(TRANSPORTS.indexOf(transport));
  const resume = (session: string, body: unknown) => gateway().send('POST', `/sessions/${session}/resume`, body);

  async function asked(more: Record<string, unknown> = {}) {
    const session = newSession();
    const message = asking({ questions: [question('k', more)] });
    return { session, card: cardOf(await gateway().ask(session, message, { agent_id: 'asker' })) };
  }

  test.each([
    ['字', '字'],
    ['🙂, each one character', '🙂'],
  ])('a message of 32,000 %s → answered; one more → 400', async (_what, char) => {
    const session = newSession();
    const message = char.repeat(32_000);
    expect((await gateway().ask(session, message, { agent_id: 'talk' })).text).toBe(`echo: ${message}`);
    const reply = await gateway().send('POST', `/sessions/${session}/chat`, { message: message + char, agent_id: 'talk' });
    expect(refusalOf(reply)).toBe('400 validation_failed');
    expect(await gateway().messages(session)).toHaveLength(2);
  });

  test('an answer of 64 KiB → reaches the skill; one byte more → 422 too_large, and the card stays', async () => {
    const { session, card } = await asked();
    const value = `${'字'.repeat(Math.floor(MAX_ANSWER_BYTES / 3))}x`;
    expect(Buffer.byteLength(value)).toBe(MAX_ANSWER_BYTES);
    const refused = problemOf(await resume(session, { user_response: { answers: [{ field_key: 'k', value: `${value}x` }] } }));
    expect(refused).toMatchObject({ status: 422, errors: [{ field_key: 'k', code: 'too_large' }] });
    expect((await gateway().pendingCard(session)).card).toEqual(card);
    await gateway().answer(session, { k: value });
    expect(stack().effects.of(`${session}/asker`)).toEqual([{}, { k: value }]);
  });

  test('a body of 256 KiB → taken; one byte more → 413, and nothing happens', async () => {
    const { session, card } = await asked();
    const ofSize = (bytes: number): string => {
      const body = JSON.stringify({ user_response: { answers: [{ field_key: 'k', value: 'x' }] }, stream: false });
      return body + ' '.repeat(bytes - body.length);
    };
    expect(refusalOf(await resume(session, ofSize(MAX_BODY_BYTES + 1)))).toBe('413 payload_too_large');
    expect((await gateway().pendingCard(session)).card).toEqual(card);
    const taken = await resume(session, ofSize(MAX_BODY_BYTES));
    expect([taken.status, taken.json]).toMatchObject([200, { output: 'asked={"k":"x"}' }]);
  });

  test('a card of 2 MiB → shown, kept, refused with and answered as any other; one character more → skill_output_invalid', async () => {
    const message = (pad: number): string => asking({ questions: [question('k')] }, { pad });
    const small = cardOf(await gateway().ask(newSession(), message(0), { agent_id: 'asker' }));
    // A question stands on its card twice, and each of these characters is three bytes.
    const pad = Math.floor((MAX_CARD_BYTES - Buffer.byteLength(JSON.stringify(small))) / 6);
    const session = newSession();
    const shown = await gateway().chatJson(session, message(pad), { agent_id: 'asker' });
    const card = shown.result._interrupt;
    expect(Buffer.byteLength(JSON.stringify(card))).toBeGreaterThan(MAX_CARD_BYTES - 6);
    expect((await gateway().pendingCard(session)).card).toEqual(card);
    expect((await gateway().messages(session))[1]?.card).toEqual(card);
    expect(cardOf(await (await gateway().stream(session)).finished())).toEqual(card);
    const refused = problemOf(await gateway().send('POST', `/sessions/${session}/chat`, { message: 'x' }));
    expect(refused).toMatchObject({ code: 'card_pending', card });
    expect((await gateway().answer(session, { k: 'a' })).text).toBe('asked={"k":"a"}');

    const beyond = await gateway().ask(newSession(), message(pad + 1), { agent_id: 'asker' });
    expect(beyond.terminal).toMatchObject({ event: 'error', data: { code: 'skill_output_invalid' } });
  });

  test('a skill asks with 9 MB while others are followed → skill_output_invalid, nothing is pending; the others lose nothing', async () => {
    const session = newSession();
    const message = asking({ questions: [question('k')] }, { pad: 1_500_000 });
    const others = Array.from({ length: 3 }, () =>
      gateway().chat(newSession(), JSON.stringify([{ count: 500 }]), { agent_id: 'steps' }),
    );
    const run = await gateway().ask(session, message, { agent_id: 'asker' });
    expect(run.terminal).toMatchObject({ event: 'error', data: { code: 'skill_output_invalid' } });
    const said = Array.from({ length: 500 }, (_, n) => `${n + 1} `).join('');
    for (const other of others) expect((await (await other).finished()).text).toBe(said);
    expect((await gateway().ask(session, 'still there', { agent_id: 'talk' })).text).toBe('echo: still there');
  });
});

describe.each(TRANSPORTS)('numbers of an answer, over %s', (transport) => {
  const gateway = () => stack().gateway(TRANSPORTS.indexOf(transport));

  test('integers that JSON would round, and numbers beyond all → 422 type; the largest exact ones → unchanged', async () => {
    const session = newSession();
    const questions = [question('n', { input_type: 'number' })];
    const card = cardOf(await gateway().ask(session, asking({ questions }), { agent_id: 'asker' }));
    const resume = (number: string) =>
      gateway().send(
        'POST',
        `/sessions/${session}/resume`,
        `{"user_response":{"answers":[{"field_key":"n","value":${number}}]}}`,
      );
    for (const number of ['9007199254740993', '-9007199254740993', '9007199254740992', '1e300', '1e400', '9007199254740993.5']) {
      const refused = problemOf(await resume(number));
      expect([number, refused.status, refused.errors]).toMatchObject([number, 422, [{ field_key: 'n', code: 'type' }]]);
    }
    expect((await gateway().pendingCard(session)).card).toEqual(card);
    expect((await gateway().answer(session, { n: Number.MIN_SAFE_INTEGER })).text).toBe('asked={"n":-9007199254740991}');
    expect(stack().effects.of(`${session}/asker`)).toEqual([{}, { n: Number.MIN_SAFE_INTEGER }]);
  });
});
