import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type HandoffMessage,
  type NumberedEvent,
  ParleyError,
  type RunEvent,
  type RunId,
  runKey,
  type StoreCalls,
  type StorePattern,
  type ThreadId,
} from '@parley/contracts';
import { createLogger, type StoreClient } from '@parley/platform';
import { RunAppender, RunLogReader, type RunRef } from '@parley/run-log';
import { type RunningRedis, startRedis } from '@parley/testing';
import { Redis } from 'ioredis';
import { GatewayConfig } from '../../config.js';
import { EngineHttp } from '../engine-http.js';
import { handoffMessage } from '../handoff/handoff-message.js';
import { OrphanedRuns } from '../orphaned-runs.js';
import { NdjsonTransport } from './ndjson-transport.js';

const EPOCH = 3;
const token = (text: string): RunEvent => ({ event: 'token', data: { text, node: 'answer', message_id: 'm' } });
const END: RunEvent = { event: 'end', data: { status: 'completed', output: '' } };
const line = (event: RunEvent, seq: number): string => `${JSON.stringify({ ...event, seq })}\n`;

let server: RunningRedis;
let redis: Redis;
let engine: Server;
let http: EngineHttp;
/** What the engine does with a call. */
let play: (response: ServerResponse, body: object, request: IncomingMessage) => unknown;

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
  engine = createServer((request, response) => void answer(request, response));
  engine.listen(0, '127.0.0.1');
  await once(engine, 'listening');
  http = new EngineHttp({
    baseUrl: `http://127.0.0.1:${(engine.address() as AddressInfo).port}/`,
    internalToken: 'secret-of-16-chars',
  });
});
afterAll(async () => {
  await http.close();
  engine.closeAllConnections();
  engine.close();
  redis.disconnect();
  await server.stop();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  await play(response, JSON.parse(text) as object, request);
}

let count = 0;
/** A run as `turn.start` leaves it, with its first event in the log. */
async function startedRun(): Promise<{
  run: RunRef;
  handoff: HandoffMessage;
  append: (...events: RunEvent[]) => Promise<void>;
  close: () => Promise<unknown>;
}> {
  const runId = `chat-${++count}` as RunId;
  const threadId = 'default:-:s' as ThreadId;
  const run = { threadId, runId };
  const appender = new RunAppender(redis);
  const reader = new RunLogReader(redis);
  await redis.hset(runKey(threadId, runId), { status: 'open', epoch: EPOCH, attempt: 1, seq: 0 });
  const append = async (...events: RunEvent[]): Promise<void> => {
    const head = await reader.head(run);
    await appender.append(run, { epoch: EPOCH, attempt: 1, firstSeq: (head?.lastSeq ?? 0) + 1, events });
  };
  await append({ event: 'run', data: { run_id: runId, session_id: 's', turn: 1, agent_id: 'echo', kind: 'chat' } });
  const message = handoffMessage({
    ...{ runId, threadId, sessionId: 's', agentId: 'echo', language: 'en', traceId: 'trace' },
    caller: { tenantId: 'default', owner: '-', userId: 'li' },
    request: { kind: 'chat', message: 'hi' },
  });
  const handoff = {
    ...message,
    payload: { ...message.payload, options: { kind: 'chat', agentId: 'echo', epoch: EPOCH } as const },
  };
  return { run, handoff, append, close: () => redis.hset(runKey(threadId, runId), 'status', 'closed') };
}

type Store = (pattern: StorePattern, request: StoreCalls['turn.close']['request']) => unknown;
const noStore: Store = () => {
  throw new ParleyError('run_expired');
};

function transportWith(store: Store = noStore, headersTimeoutMs = 1000): NdjsonTransport {
  const logger = createLogger('spec', 'silent');
  const config = Object.assign(new GatewayConfig(), { STALL_DETECT_MS: 100 });
  const client = { call: async (pattern: StorePattern, request: never) => store(pattern, request) } as unknown as StoreClient;
  const orphans = new OrphanedRuns(client, config, logger);
  return new NdjsonTransport(
    http,
    new RunLogReader(redis),
    orphans,
    { headersTimeoutMs, silenceMs: 5000, retryMs: 1000 },
    logger,
  );
}

async function seen(events: AsyncIterable<NumberedEvent[]>): Promise<string[]> {
  const all: string[] = [];
  for await (const batch of events)
    all.push(...batch.map((event) => `${event.seq} ${event.event}${event.event === 'token' ? ` ${event.data.text}` : ''}`));
  return all;
}

const viewer = (): AbortController => new AbortController();

describe('NdjsonTransport', () => {
  it('the engine tells all of it → all of it, once, though it is in the log as well', async () => {
    const { run, handoff, append, close } = await startedRun();
    const calls: unknown[] = [];
    play = async (response, body, { url, headers }) => {
      calls.push({
        url,
        body,
        token: headers['x-internal-token'],
        language: headers['accept-language'],
        trace: headers['x-trace-id'],
      });
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.write(
        line({ event: 'run', data: { run_id: run.runId, session_id: 's', turn: 1, agent_id: 'echo', kind: 'chat' } }, 1),
      );
      await append(token('字'), token('🙂'));
      for (const byte of Buffer.from(line(token('字'), 2) + '{"event":"ping"}\n' + line(token('🙂'), 3)))
        response.write(Buffer.of(byte));
      await append(END);
      await close();
      response.end(line(END, 4));
    };
    const { events, dispatch } = await transportWith().begin(run, viewer().signal);
    await dispatch(handoff);
    expect(await seen(events)).toEqual(['1 run', '2 token 字', '3 token 🙂', '4 end']);
    expect(calls).toEqual([
      {
        url: '/api/v1/internal/ai/agent/execute/stream',
        body: {
          thread_id: run.threadId,
          run_id: run.runId,
          epoch: EPOCH,
          agent_id: 'echo',
          message: 'hi',
          user: { id: 'li', tenant_id: 'default' },
        },
        token: 'secret-of-16-chars',
        language: 'en',
        trace: 'trace',
      },
    ]);
  });

  it('an engine that says it before its log can be read → not held up by the log', async () => {
    const { run, handoff } = await startedRun();
    play = (response) => response.writeHead(200).end(line(token('a'), 2) + line(END, 3));
    const { events, dispatch } = await transportWith().begin(run, viewer().signal);
    await dispatch(handoff);
    expect(await seen(events)).toEqual(['1 run', '2 token a', '3 end']);
  });

  it.each<[string, () => void]>([
    ['refuses', () => (play = (response) => response.writeHead(503).end('{}'))],
    ['closes without a word', () => (play = (response) => response.destroy())],
    ['does not answer in time', () => (play = () => undefined)],
  ])('the engine %s → engine_unavailable', async (_what, prepare) => {
    const { run, handoff } = await startedRun();
    prepare();
    const leaving = viewer();
    const { dispatch } = await transportWith(noStore, 200).begin(run, leaving.signal);
    await expect(dispatch(handoff)).rejects.toMatchObject({ code: 'engine_unavailable' });
    leaving.abort();
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['drains', (response) => response.writeHead(503).end('{}')],
    ['closes without a word', (response) => response.destroy()],
  ])('the engine %s, then its next process is there → the run goes on there', async (_what, refuse) => {
    const { run, handoff } = await startedRun();
    let calls = 0;
    play = (response) => (++calls < 3 ? refuse(response) : response.writeHead(200).end(line(END, 2)));
    const { events, dispatch } = await transportWith().begin(run, viewer().signal);
    await dispatch(handoff);
    expect([await seen(events), calls]).toEqual([['1 run', '2 end'], 3]);
  });

  it('the engine refuses for a reason of its own → engine_unavailable at once', async () => {
    const { run, handoff } = await startedRun();
    let calls = 0;
    play = (response) => (calls++, response.writeHead(500).end('{}'));
    const leaving = viewer();
    const { dispatch } = await transportWith().begin(run, leaving.signal);
    await expect(dispatch(handoff)).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(calls).toBe(1);
    leaving.abort();
  });

  it('the connection breaks, a worker has the run → the rest comes from the log, and nothing is closed', async () => {
    const { run, handoff, append, close } = await startedRun();
    play = async (response) => {
      response.writeHead(200);
      await append(token('a'));
      response.write(line(token('a'), 2), () => response.destroy());
    };
    const asked: string[] = [];
    const transport = transportWith(async (pattern) => {
      asked.push(pattern);
      if (asked.length === 2) {
        await append(token('b'), END);
        await close();
      }
      return { status: 'open', last_seq: 2, attempt: 1 };
    });
    const { events, dispatch } = await transport.begin(run, viewer().signal);
    await dispatch(handoff);
    expect(await seen(events)).toEqual(['1 run', '2 token a', '3 token b', '4 end']);
    expect(new Set(asked)).toEqual(new Set(['turn.find']));
  });

  it.each<[string, string]>([
    ['ends its stream before the run', ''],
    ['is cut off inside a line', '{"event":"tok'],
    ['talks nonsense', 'hello\n'],
  ])('the engine %s and is gone → closed, and one error after what was shown', async (_what, tail) => {
    const { run, handoff } = await startedRun();
    play = (response) => response.writeHead(200).end(line(token('a'), 2) + line(token('b'), 3) + tail);
    const transport = transportWith((pattern) =>
      pattern === 'turn.find' ? { status: 'open', last_seq: 1, attempt: 0 } : { closed: true },
    );
    const { events, dispatch } = await transport.begin(run, viewer().signal);
    await dispatch(handoff);
    expect(await seen(events)).toEqual(['1 run', '2 token a', '3 token b', '4 error']);
  });

  it('the viewer leaves → the connection is given up soon, the run is left alone', async () => {
    const { run, handoff } = await startedRun();
    const gone = new Promise<void>((resolve) => {
      play = (response) => {
        response.writeHead(200).flushHeaders();
        response.once('close', resolve);
      };
    });
    const store = jest.fn(noStore);
    const leaving = viewer();
    const { events, dispatch } = await transportWith(store).begin(run, leaving.signal);
    await dispatch(handoff);
    leaving.abort();
    expect(await seen(events)).toEqual([]);
    await gone;
    expect(store).not.toHaveBeenCalled();
  });
});
