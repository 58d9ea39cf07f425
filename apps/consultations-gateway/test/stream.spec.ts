import { DEFAULT_TENANT, threadIdOf, type RunEvent, type RunId } from '@parley/contracts';
import type { RunRef } from '@parley/run-log';
import { EventStream } from './event-stream.js';
import { startGateway, type TestGateway, until } from './gateway.js';

const token = (text: string): RunEvent => ({ event: 'token', data: { text, node: 'answer', message_id: 'm' } });
const END = { event: 'end', data: { status: 'completed', output: 'abc' } } as const;

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());
beforeEach(() => gateway.store.reset());

let count = 0;
/** A run in which `run` and two tokens have been said. */
async function startRun(): Promise<RunRef & { sessionId: string; frames: Promise<EventStream> }> {
  const sessionId = `stream-${++count}`;
  const response = await gateway.fetch(`/sessions/${sessionId}/chat`, { method: 'POST', body: { message: 'x' } });
  const threadId = threadIdOf({ tenantId: DEFAULT_TENANT, owner: '-', sessionId });
  const run = { threadId, runId: response.headers.get('x-run-id') as RunId };
  await gateway.store.say(run, [token('a'), token('b')]);
  const stream = new EventStream(response);
  return { ...run, sessionId, frames: stream.ended.then(() => stream) };
}

const back = (sessionId: string, query: string, lastEventId?: string): Promise<Response> =>
  gateway.fetch(`/sessions/${sessionId}/stream${query}`, {
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  });

const problemOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

describe('GET /sessions/{id}/stream', () => {
  it('from every cut of a finished run → the replay event, then exactly the missing frames', async () => {
    const { sessionId, runId, frames, ...run } = await startRun();
    await gateway.store.end({ ...run, runId }, END);
    const whole = (await frames).text.split(/(?<=\n\n)/);
    for (let seq = 0; seq <= 4; seq++) {
      const stream = new EventStream(await back(sessionId, `?run_id=${runId}`, `${runId}:${seq}`));
      await stream.ended;
      const replay = `event: replay\ndata: {"type":"replay","data":{"run_id":"${runId}","from_seq":${seq + 1},"to_seq":4,"finished":true}}\n\n`;
      expect(stream.text).toBe(replay + whole.slice(seq).join(''));
      expect(stream.response.headers.get('x-run-id')).toBe(runId);
    }
  });

  it('a run that goes on → what was missed, then what comes', async () => {
    const { sessionId, ...run } = await startRun();
    const stream = new EventStream(await back(sessionId, '', `${run.runId}:2`));
    await until(() => stream.names.includes('token'), 'what was missed');
    expect(stream.items[0]).toMatchObject({ event: 'replay', data: { from_seq: 3, to_seq: 3, finished: false } });
    await gateway.store.say(run, [token('c')]);
    await gateway.store.end(run, END);
    await stream.ended;
    expect(stream.items.slice(1).map((item) => ('seq' in item ? item.seq : 0))).toEqual([3, 4, 5]);
  });

  it('nothing missed of a run that goes on → only what comes', async () => {
    const { sessionId, ...run } = await startRun();
    const stream = new EventStream(await back(sessionId, '', `${run.runId}:3`));
    await until(() => stream.names.includes('replay'), 'the replay event');
    await gateway.store.end(run, END);
    await stream.ended;
    expect(stream.names).toEqual(['replay', 'end']);
  });

  it('a run that nobody has taken → is enqueued again', async () => {
    const { sessionId, ...run } = await startRun();
    const key = `{parley}:agent-chat-handoff:${run.runId}`;
    const handoff = JSON.parse((await gateway.redis.hget(key, 'data')) ?? '') as object;
    await gateway.redis.del(key);
    gateway.store.answers = {
      'turn.find': () => ({ run_id: run.runId, turn: 1, status: 'open', last_seq: 3, attempt: 0, handoff }),
    };
    const stream = new EventStream(await back(sessionId, ''));
    expect(JSON.parse((await gateway.redis.hget(key, 'data')) ?? '')).toEqual(handoff);
    await gateway.store.end(run, END);
    await stream.ended;
  });

  it('an id that is none, of another run, or beyond the end → 400 before any byte of a stream', async () => {
    const { sessionId, ...run } = await startRun();
    const other = 'chat-0190a0a0-0000-7000-8000-000000000001';
    for (const last of ['nonsense', `${run.runId}:x`, `${other}:1`, `${run.runId}:4`])
      expect(await problemOf(await back(sessionId, `?run_id=${run.runId}`, last))).toEqual([400, 'validation_failed']);
    await gateway.store.end(run, END);
  });

  it('an unknown session, a run that is gone → 404, 410', async () => {
    const { sessionId, ...run } = await startRun();
    expect(await problemOf(await back('never-seen', ''))).toEqual([404, 'session_not_found']);
    await gateway.store.end(run, END);
    await gateway.store.expire(run);
    expect(await problemOf(await back(sessionId, `?run_id=${run.runId}`))).toEqual([410, 'run_expired']);
  });
});
