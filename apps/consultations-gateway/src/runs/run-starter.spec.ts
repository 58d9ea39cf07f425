import {
  ParleyError,
  type AgentSummary,
  type SessionId,
  type StoreCalls,
  type StorePattern,
  type ThreadId,
} from '@parley/contracts';
import { createLogger, Drain, type StoreClient } from '@parley/platform';
import type { RunFollowers } from '@parley/run-log';
import { GatewayConfig } from '../config.js';
import type { BegunRun, EngineTransport } from '../engine/engine-transport.js';
import type { AskedRun } from './asked-run.js';
import { RunStarter } from './run-starter.js';
import type { RunViews } from './run-views.js';
import { numbered, RUN_EVENT } from './test/followed.js';
import { TurnWithdrawal } from './turn-withdrawal.js';

const asked: AskedRun = {
  scope: {
    sessionId: 's' as SessionId,
    threadId: 'default:-:s' as ThreadId,
    caller: { tenantId: 'default', owner: '-', userId: 'li' },
  },
  agent: { agent_id: 'echo', name: {}, policies: {}, timeout_ms: 1000 } satisfies AgentSummary,
  request: { kind: 'chat', message: 'x' },
  policies: { on_active_turn: 'preempt', on_pending_card: 'reject', on_disconnect: 'cancel' },
  language: 'en',
  viewer: new AbortController().signal,
};

type Close = StoreCalls['turn.close']['request'];

/** A starter whose store and transport do what a test says; `done` lists what was asked of them, in order. */
function setUp(
  how: {
    close?: (request: Close) => unknown;
    start?: () => unknown;
    view?: () => unknown;
    begin?: () => unknown;
    dispatch?: () => unknown;
  } = {},
) {
  const done: string[] = [];
  const closes: Close[] = [];
  const left = jest.fn();
  const config = Object.assign(new GatewayConfig(), { QUEUE_TIMEOUT_MS: 4321 });
  const logger = createLogger('spec', 'silent');
  const store = {
    call: async (pattern: StorePattern, request: StoreCalls['turn.start']['request'] & Close) => {
      done.push(pattern);
      if (pattern === 'turn.close') {
        closes.push(request);
        return how.close ? how.close(request) : { closed: true };
      }
      const handoff = { ...request.handoff, payload: { ...request.handoff.payload, options: { kind: 'chat', epoch: 9 } } };
      return how.start?.() ?? { outcome: 'started', run_id: request.run_id, turn: 5, handoff };
    },
  } as unknown as StoreClient;
  async function* events(): AsyncGenerator<ReturnType<typeof numbered>> {
    try {
      yield numbered([RUN_EVENT]);
    } finally {
      left();
    }
  }
  const transport: EngineTransport = {
    begin: async () => {
      done.push('begin');
      how.begin?.();
      const iterator = events();
      await iterator.next();
      const dispatch: BegunRun['dispatch'] = async ({ payload }) => {
        done.push(`dispatch ${payload.options.epoch}`);
        how.dispatch?.();
      };
      return { events: iterator as BegunRun['events'], dispatch };
    },
    dispatchAgain: async () => {
      done.push('dispatch again');
      how.dispatch?.();
    },
  };
  const followers = { follow: async () => (done.push('follow'), events()) } as unknown as RunFollowers;
  const withdrawal = new TurnWithdrawal(store, new Drain(config, logger), logger);
  const views = {
    view: async () => {
      done.push('view');
      how.view?.();
      return { close: async () => void done.push('unview') };
    },
  } as unknown as RunViews;
  return { starter: new RunStarter(store, followers, transport, withdrawal, views, config, logger), done, closes, left };
}

const away = (): never => {
  throw new ParleyError('store_unavailable');
};
const noEngine = (): never => {
  throw new ParleyError('engine_unavailable');
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('RunStarter', () => {
  it('all is well → turn, follow, and only then dispatch, with the epoch', async () => {
    const { starter, done, closes } = setUp();
    const run = await starter.start(asked);
    expect(done).toEqual(['turn.start', 'view', 'begin', 'dispatch 9']);
    expect(run).toMatchObject({ sessionId: 's', turn: 5, fromSeq: 1, language: 'en' });
    expect(run.runId).toMatch(/^chat-[0-9a-f-]{36}$/);
    expect(closes).toEqual([]);
  });

  it('the viewer cannot be told to Redis → refused, nothing dispatched, the turn taken back', async () => {
    const { starter, done } = setUp({ view: away });
    await expect(starter.start(asked)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(done).toEqual(['turn.start', 'view', 'turn.close']);
  });

  it('a turn that waits behind another → followed, and not dispatched', async () => {
    const { starter, done } = setUp({ start: () => ({ outcome: 'started', run_id: 'r', turn: 3 }) });
    await expect(starter.start(asked)).resolves.toMatchObject({ runId: 'r', turn: 3 });
    expect(done).toEqual(['turn.start', 'follow', 'view']);
  });

  it('Redis does not acknowledge the subscription → refused, nothing dispatched, the turn taken back', async () => {
    const { starter, done, closes } = setUp({ begin: away });
    await expect(starter.start(asked)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(done).toEqual(['turn.start', 'view', 'begin', 'turn.close', 'unview']);
    expect(closes).toMatchObject([
      { thread_id: 'default:-:s', event: { data: { code: 'store_unavailable' } }, when: { attempt: 0 } },
    ]);
  });

  it('the dispatch fails → refused, the turn taken back, and the following left', async () => {
    const { starter, done, closes, left } = setUp({ dispatch: noEngine });
    await expect(starter.start(asked)).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(done.slice(-2)).toEqual(['turn.close', 'unview']);
    expect(closes).toMatchObject([{ event: { event: 'error', data: { code: 'engine_unavailable' } }, when: { attempt: 0 } }]);
    expect(left).toHaveBeenCalled();
  });

  it('the dispatch seems to fail, but a worker has the run → it is shown', async () => {
    const { starter, left } = setUp({ dispatch: noEngine, close: () => ({ closed: false }) });
    await expect(starter.start(asked)).resolves.toMatchObject({ turn: 5 });
    expect(left).not.toHaveBeenCalled();
  });

  it('dispatch and store fail → refused, and taken back when the store is there again', async () => {
    let isAway = true;
    const { starter, closes } = setUp({ dispatch: noEngine, close: () => (isAway ? away() : { closed: true }) });
    await expect(starter.start(asked)).rejects.toMatchObject({ code: 'engine_unavailable' });
    await jest.advanceTimersByTimeAsync(300);
    expect(closes).toHaveLength(2);
    isAway = false;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(closes).toHaveLength(3);
  });

  it('the store does not answer the start → refused; the turn is taken back should it have been started', async () => {
    const { starter, done } = setUp({ start: away, close: () => ({ closed: false }) });
    await expect(starter.start(asked)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(done).toEqual(['turn.start']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(new Set(done)).toEqual(new Set(['turn.start', 'turn.close']));
    expect(done.length).toBeGreaterThan(3);
  });

  it('the store refuses → refused, nothing to take back', async () => {
    const { starter, done } = setUp({
      start: () => {
        throw new ParleyError('card_pending');
      },
    });
    await expect(starter.start(asked)).rejects.toMatchObject({ code: 'card_pending' });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(done).toEqual(['turn.start']);
  });

  it.each<[string, object | undefined, string[]]>([
    ['a run that a worker has → followed', undefined, ['turn.start', 'follow', 'view']],
    ['a run that nobody has → followed, then dispatched again', { id: 'r' }, ['turn.start', 'follow', 'view', 'dispatch again']],
  ])('the same request again, %s', async (_situation, handoff, expected) => {
    const { starter, done } = setUp({ start: () => ({ outcome: 'joined', run_id: 'r', turn: 2, handoff }) });
    await expect(starter.start(asked)).resolves.toMatchObject({ runId: 'r', turn: 2, fromSeq: 1 });
    expect(done).toEqual(expected);
  });

  it('a joined run cannot be dispatched again → it is shown all the same', async () => {
    const start = () => ({ outcome: 'joined', run_id: 'r', turn: 2, handoff: { id: 'r' } });
    await expect(setUp({ start, dispatch: noEngine }).starter.start(asked)).resolves.toMatchObject({ runId: 'r' });
  });
});
