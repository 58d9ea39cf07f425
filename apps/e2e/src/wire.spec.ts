import { cardOf, namesOf } from '@parley/testing';
import { asking, question, steps } from './test/asks.js';
import { Gate } from './test/gate.js';
import { newSession, ONE_EACH, TRANSPORTS, useStack } from './test/use-stack.js';
import { textLike } from './test/matchers.js';

/** Text that has broken parsers: line ends, field names, terminators of other languages, things that look like a card. */
const NASTY_TEXTS = [
  'x\r\nevent: card\rdata: {"fake":1}\n\n',
  'id: chat-1:9\n\n',
  ': comment\n\n',
  'data: [DONE]\n\n',
  '[DONE]',
  '\u2028\u2029\u0085',
  '\u0000',
  '\uFEFF',
  ' ',
  '\n',
  '\r',
  '身份证号🙂👩‍👩‍👧é',
  '\\n"}',
  '{"event":"card","data":{"items":[1],"message":"m","review_type":"confirm"}}',
  '{"type":"__interaction__","items":[],"questions":[]}',
];

const stack = useStack({ gateways: ONE_EACH, env: { SSE_KEEPALIVE_MS: '60' }, engines: [{ ENGINE_CONCURRENCY: '1' }] });

describe.each(TRANSPORTS)('the bytes of a run over %s', (transport) => {
  const gateway = () => stack().gateway(TRANSPORTS.indexOf(transport));

  test('a run → exactly these headers and bytes', async () => {
    const session = newSession();
    stack().model.when({}, { tokens: ['a', '\n'] });
    const stream = await gateway().chat(session, 'hi', { agent_id: 'talk' }, { 'accept-encoding': 'gzip, br' });
    await stream.finished();
    const id = stream.runId;
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-run-id': textLike(/^chat-[0-9a-f]{8}-[0-9a-f]{4}-7/),
      'transfer-encoding': 'chunked',
    });
    expect(stream.headers).not.toHaveProperty('content-length');
    expect(stream.headers).not.toHaveProperty('content-encoding');
    expect(stream.raw.replaceAll(': keepalive\n\n', '')).toBe(
      `id: ${id}:1\nevent: run\ndata: {"type":"run","data":{"run_id":"${id}","session_id":"${session}","turn":1,"agent_id":"talk","kind":"chat"}}\n\n` +
        `id: ${id}:2\nevent: token\ndata: {"type":"token","data":{"text":"a","node":"answer","message_id":"${id}-assistant"}}\n\n` +
        `id: ${id}:3\nevent: token\ndata: {"type":"token","data":{"text":"\\n","node":"answer","message_id":"${id}-assistant"}}\n\n` +
        `id: ${id}:4\nevent: end\ndata: {"type":"end","data":{"status":"completed","output":"a\\n","usage":{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9}}}\n\n`,
    );
  });

  test('texts that look like frames → stay text: on the wire, in the end, in the stored message', async () => {
    const session = newSession();
    stack().model.when({}, { tokens: NASTY_TEXTS });
    const run = await gateway().ask(session, NASTY_TEXTS.join(''), { agent_id: 'talk' });
    expect(run.text).toBe(NASTY_TEXTS.join(''));
    expect(new Set(namesOf(run.events))).toEqual(new Set(['run', 'token', 'end']));
    expect((await gateway().messages(session))[0]?.content).toBe(NASTY_TEXTS.join(''));
  });

  test('texts that look like frames in a card and its answer → stay text', async () => {
    const session = newSession();
    const nasty = NASTY_TEXTS.join('');
    const control = { message: nasty, questions: [question('k', { question: nasty, placeholder: nasty, help: nasty })] };
    const asked = await gateway().ask(session, asking(control), { agent_id: 'asker' });
    expect(namesOf(asked.events)).toEqual(['run', 'card', 'end']);
    expect(cardOf(asked).questions[0]).toMatchObject({ question: nasty, placeholder: nasty, help: nasty });
    const answered = await gateway().answer(session, { k: nasty });
    expect(answered.text).toBe(`asked=${JSON.stringify({ k: nasty })}`);
  });

  test('the model cuts characters, byte by byte and into half surrogates → whole text, no replacement character', async () => {
    const text = '身份证号🙂👩‍👩‍👧é';
    stack().model.when({ last_user_includes: 'bytes' }, { tokens: [...text], split_bytes: 1 });
    stack().model.when({ last_user_includes: 'halves' }, { tokens: text.split('') });
    for (const message of ['bytes', 'halves']) {
      const run = await gateway().ask(newSession(), message, { agent_id: 'talk' });
      expect(run.text).toBe(text);
      for (const { data } of run.events) expect(JSON.stringify(data)).not.toMatch(/\uFFFD|\\ud/);
    }
  });

  test('the model has not said anything yet → headers and the run event are there', async () => {
    const gate = new Gate<string>();
    stack().model.when({}, { tokens: gate });
    const stream = await gateway().chat(newSession(), 'hi', { agent_id: 'talk' });
    await stream.next('run');
    const call = await stack().model.nthCall(1);
    expect([call.tokensSent, namesOf(stream.events)]).toEqual([0, ['run']]);
    gate.push('late');
    gate.end();
    expect((await stream.finished()).text).toBe('late');
  });

  test('silence before and in the middle of an answer → comments all along, nothing after the end', async () => {
    const gate = new Gate<string>();
    stack().model.when({}, { tokens: gate });
    const stream = await gateway().chat(newSession(), 'hi', { agent_id: 'talk' });
    await stream.commented(3);
    gate.push('a');
    await stream.next('token');
    await stream.commented(stream.comments + 3);
    gate.push('b');
    gate.end();
    expect((await stream.finished()).text).toBe('ab');
    expect(stream.raw).toMatch(/\nevent: end\ndata: [^\n]+\n\n$/);
  });

  test('stream: false and silence → one JSON document, without a comment', async () => {
    const session = newSession();
    stack().effects.hold(`${session}/pause`);
    const answer = gateway().chatJson(session, steps({ wait: 'pause' }, 'done'), { agent_id: 'steps' });
    // As long as a stream needs for several comments.
    const other = await gateway().chat(newSession(), steps('x'), { agent_id: 'steps' });
    if (transport === 'handoff') await other.commented(3);
    stack().effects.release(`${session}/pause`);
    expect(await answer).toMatchObject({ status: 'completed', output: 'done' });
    await other.finished();
  });
});

test('a run waits in the queue → comments meanwhile, then its answer', async () => {
  const [first, second] = [newSession(), newSession()];
  stack().effects.hold(`${first}/pause`);
  const running = await stack()
    .gateway(0)
    .chat(first, steps({ wait: 'pause' }), { agent_id: 'steps' });
  await stack().effects.arrived(`${first}/pause`);
  const waiting = await stack()
    .gateway(0)
    .chat(second, steps({ wait: 'begun' }, 'mine'), { agent_id: 'steps' });
  await waiting.commented(4);
  expect(namesOf(waiting.events)).toEqual(['run']);
  expect(stack().effects.count(`${second}/begun`)).toBe(0);
  stack().effects.release(`${first}/pause`);
  await running.finished();
  expect((await waiting.finished()).text).toBe('mine');
});
