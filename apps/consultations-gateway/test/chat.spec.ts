import { isRunId, ParleyError, threadIdOf, type HandoffMessage, type RunEvent, type RunId } from '@parley/contracts';
import type { RunRef } from '@parley/run-log';
import { EventStream } from './event-stream.js';
import { startGateway, type TestGateway, until } from './gateway.js';

const token = (text: string): RunEvent => ({ event: 'token', data: { text, node: 'answer', message_id: 'm' } });
const END = { event: 'end', data: { status: 'completed', output: 'ab' } } as const;

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway({ SSE_KEEPALIVE_MS: '40' })));
afterAll(() => gateway.stop());
beforeEach(() => gateway.store.reset());

const threadOf = (sessionId: string) => threadIdOf({ tenantId: 'default', owner: '-', sessionId });
const runOf = (sessionId: string, response: Response): RunRef => ({
  threadId: threadOf(sessionId),
  runId: (response.headers.get('x-run-id') ?? '') as RunId,
});
const chat = (sessionId: string, body: object, headers?: Record<string, string>): Promise<Response> =>
  gateway.fetch(`/sessions/${sessionId}/chat`, { method: 'POST', body, headers });
const jobOf = async (runId: string): Promise<HandoffMessage | undefined> => {
  const data = await gateway.redis.hget(`{parley}:agent-chat-handoff:${runId}`, 'data');
  return data === null ? undefined : (JSON.parse(data) as HandoffMessage);
};

describe('POST /sessions/{id}/chat', () => {
  it('a message → headers at once, the job in the queue, then the events as they come, then the end of the response', async () => {
    const response = await chat('s1', { message: 'hello', user_id: 42 }, { 'accept-language': 'en' });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(response.headers.has('content-length')).toBe(false);
    const run = runOf('s1', response);
    expect(isRunId(run.runId)).toBe(true);
    expect(await jobOf(run.runId)).toMatchObject({
      id: run.runId,
      sessionKey: 'default:-:s1',
      payload: { request: { message: 'hello' }, options: { kind: 'chat', agentId: 'echo', epoch: 7 } },
      headers: { userId: '42', language: 'en', conversationId: 's1' },
    });
    const stream = new EventStream(response);
    await gateway.store.say(run, [token('a')]);
    await until(() => stream.names.includes('token'), 'the token');
    await gateway.store.end(run, END);
    await stream.ended;
    expect(stream.names).toEqual(['run', 'token', 'end']);
    expect(stream.text.replaceAll(': keepalive\n\n', '')).toContain(
      `id: ${run.runId}:3\nevent: end\ndata: {"type":"end","data":`,
    );
  });

  it('nothing happens, as while the job waits in the queue → comments', async () => {
    const response = await chat('s1', { message: 'hello' });
    const stream = new EventStream(response);
    await until(() => stream.text.split(': keepalive\n\n').length > 3, 'three comments');
    await gateway.store.end(runOf('s1', response), END);
    await stream.ended;
    expect(stream.text.endsWith('\n\n')).toBe(true);
    expect(stream.text.split('event: end')[1]).not.toContain('keepalive');
  });

  it('stream: false → one document when the run has ended', async () => {
    const answered = chat('s2', { message: 'hello', stream: false });
    await until(() => gateway.store.requests('turn.start').length === 1, 'the turn');
    const [turn] = gateway.store.requests('turn.start');
    if (!turn) throw new Error('no turn');
    const run = { threadId: turn.thread_id, runId: turn.run_id };
    await until(async () => (await jobOf(run.runId)) !== undefined, 'the job');
    await gateway.store.say(run, [token('ab')]);
    await gateway.store.end(run, END);
    const response = await answered;
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({
      ...{ run_id: run.runId, session_id: 's2', turn: 1, status: 'completed', output: 'ab' },
      result: { role: 'assistant', content: 'ab' },
    });
  });

  it('a failed run as a document → its problem, with the status of the table', async () => {
    const answered = chat('s2', { message: 'hello' }, { accept: 'application/json' });
    await until(() => gateway.store.requests('turn.start').length === 1, 'the turn');
    const [turn] = gateway.store.requests('turn.start');
    if (!turn) throw new Error('no turn');
    const data = { code: 'model_failed', message: 'No answer.', retryable: true, trace_id: 't' } as const;
    await until(async () => (await jobOf(turn.run_id)) !== undefined, 'the job');
    await gateway.store.end({ threadId: turn.thread_id, runId: turn.run_id }, { event: 'error', data });
    const response = await answered;
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ code: 'model_failed', detail: 'No answer.' });
  });

  it('the log vanishes in mid-stream → one error frame at the next number, and the end', async () => {
    const response = await chat('s3', { message: 'hello' });
    const run = runOf('s3', response);
    const stream = new EventStream(response);
    await gateway.store.say(run, [token('a')]);
    await until(() => stream.names.includes('token'), 'the token');
    await gateway.store.expire(run);
    await stream.ended;
    expect(stream.items.at(-1)).toMatchObject({ event: 'error', seq: 3, data: { code: 'run_expired' } });
  });

  it.each<[string, object, string | undefined, string]>([
    ['the body names an agent', { agent_id: 'rejecter' }, 'echo', 'rejecter'],
    ['it names none → the one of the session', {}, 'rejecter', 'rejecter'],
    ['a new session → the default one', {}, undefined, 'echo'],
  ])('%s', async (_situation, body, agentOfSession, agentId) => {
    const sessionId = `agent-${String(agentOfSession)}-${agentId}`;
    if (agentOfSession) gateway.store.addSession(threadOf(sessionId), agentOfSession);
    const response = await chat(sessionId, { message: 'hello', ...body });
    expect(gateway.store.requests('turn.start')).toMatchObject([
      { agent_id: agentId, on_active_turn: agentId === 'rejecter' ? 'reject' : 'preempt', turn_timeout_ms: 60_000 },
    ]);
    await gateway.store.end(runOf(sessionId, response), END);
  });

  it('the same request again → joins its run from the start, and nothing is enqueued', async () => {
    const first = await chat('s4', { message: 'hello' }, { 'idempotency-key': 'k1' });
    const run = runOf('s4', first);
    await gateway.redis.del(`{parley}:agent-chat-handoff:${run.runId}`);
    gateway.store.answers = { 'turn.start': () => ({ outcome: 'joined', run_id: run.runId, turn: 1 }) };
    const second = await chat('s4', { message: 'hello' }, { 'idempotency-key': 'k1' });
    expect(second.headers.get('x-run-id')).toBe(run.runId);
    await gateway.store.end(run, END);
    const streams = [new EventStream(first), new EventStream(second)];
    await Promise.all(streams.map(({ ended }) => ended));
    expect(streams.map(({ names }) => names)).toEqual([
      ['run', 'end'],
      ['run', 'end'],
    ]);
    expect(await jobOf(run.runId)).toBeUndefined();
    const [one, other] = gateway.store.requests('turn.start').map(({ idempotency }) => idempotency);
    expect(one).toEqual(other);
    expect(one).toMatchObject({ key: 'k1' });
  });

  it('a joined run that nobody has taken → is enqueued again', async () => {
    const first = await chat('s5', { message: 'hello' });
    const run = runOf('s5', first);
    const handoff = await jobOf(run.runId);
    await gateway.redis.del(`{parley}:agent-chat-handoff:${run.runId}`);
    gateway.store.answers = { 'turn.start': () => ({ outcome: 'joined', run_id: run.runId, turn: 1, handoff }) };
    const second = await chat('s5', { message: 'hello' });
    expect(await jobOf(run.runId)).toEqual(handoff);
    await gateway.store.end(run, END);
    await Promise.all([new EventStream(first).ended, new EventStream(second).ended]);
  });

  it('the store takes the message for an answer → what is enqueued is the resume it made of it', async () => {
    const request = {
      card_id: 'card-1',
      user_response: { action: 'submit' as const, answers: [{ field_key: 'age', value: 5 }] },
    };
    gateway.store.answers = {
      'turn.start': async (turn) => {
        await gateway.store.startRun(turn);
        const payload = { ...turn.handoff.payload, request, options: { kind: 'resume' as const, agentId: 'asker', epoch: 7 } };
        return { outcome: 'started', run_id: turn.run_id, turn: 2, handoff: { ...turn.handoff, payload } };
      },
    };
    const response = await chat('s7', { message: '5', on_pending_card: 'answer' });
    const run = runOf('s7', response);
    expect(gateway.store.requests('turn.start')).toMatchObject([
      { request: { kind: 'chat', message: '5' }, on_pending_card: 'answer' },
    ]);
    expect((await jobOf(run.runId))?.payload).toMatchObject({ request, options: { kind: 'resume', agentId: 'asker', epoch: 7 } });
    await gateway.store.end(run, END);
    await new EventStream(response).ended;
  });

  it('the store refuses → its problem, and no job', async () => {
    const details = { detail: 'Busy.' };
    gateway.store.answers = {
      'turn.start': () => {
        throw new ParleyError('turn_active', details);
      },
    };
    const response = await chat('s6', { message: 'hello' });
    expect(response.status).toBe(409);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await response.json()).toMatchObject({ code: 'turn_active', detail: 'Busy.' });
    const [turn] = gateway.store.requests('turn.start');
    expect(await jobOf(turn?.run_id ?? '')).toBeUndefined();
  });
});
