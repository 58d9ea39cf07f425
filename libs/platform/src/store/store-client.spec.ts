import { Controller, type OnModuleInit } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ParleyError, type Session, type ThreadId } from '@parley/contracts';
import { TcpProxy } from '@parley/testing';
import { logContext, withLogContext } from '../logging/log-context.js';
import type { CapturedLog } from '../test/log-lines.js';
import { ServedStore, storeClient } from '../test/served-store.js';
import type { StoreClient } from './store-client.js';

const THREAD = { thread_id: 'default:-:s1' as ThreadId };

/** The calls that a test holds back: they have arrived and are not answered. */
class Held {
  private arrived?: () => void;
  private answer?: () => void;

  arrive(): Promise<void> {
    this.arrived?.();
    return new Promise((resolve) => (this.answer = resolve));
  }
  untilArrived(): Promise<void> {
    return new Promise((resolve) => (this.arrived = resolve));
  }
  release(): void {
    this.answer?.();
  }
}
const held = new Held();

@Controller()
class CallsController implements OnModuleInit {
  static inits = 0;

  onModuleInit(): void {
    CallsController.inits += 1;
  }

  @MessagePattern('session.get')
  get(request: object): unknown {
    return { request, context: logContext() };
  }

  @MessagePattern('session.delete')
  delete(): null {
    return null;
  }

  @MessagePattern('card.pending')
  async refuse(): Promise<never> {
    throw new ParleyError(
      'validation_failed',
      { detail: 'why', errors: [{ path: 'a', message: 'b' }] },
      { cause: new Error('geheim') },
    );
  }

  @MessagePattern('session.list')
  fail(): never {
    throw new Error('pg://user:pw@db geheim');
  }

  @MessagePattern('turn.find')
  async hold(): Promise<unknown> {
    await held.arrive();
    return { run_id: 'answered' };
  }
}

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (answer) => answer,
    (error: unknown) => (error instanceof ParleyError ? error.code : error),
  );

const store = new ServedStore(CallsController);
let proxy: TcpProxy;
let client: StoreClient;
let log: CapturedLog;

beforeAll(async () => {
  await store.start();
  proxy = await TcpProxy.start({ targetPort: store.port });
});
afterAll(async () => {
  await proxy.stop();
  await store.stop();
});
beforeEach(() => {
  store.log.lines.length = 0;
  ({ client, log } = storeClient(proxy.port));
});
afterEach(() => client.onApplicationShutdown());

describe('a store that answers', () => {
  test('a call → its request arrives, its answer and the trace id cross', async () => {
    const answer: Session = await withLogContext({ trace_id: 'trace-1' }, () => client.call('session.get', THREAD));
    expect(answer).toEqual({ request: THREAD, context: { trace_id: 'trace-1' } });
  });

  test('an answer of null → null', async () => {
    expect(await client.call('session.delete', THREAD)).toBeNull();
  });

  test('many calls at once → each gets its own answer', async () => {
    const threads = Array.from({ length: 50 }, (_, index) => ({ thread_id: `default:-:s${index}` as ThreadId }));
    const answers = await Promise.all(threads.map((thread) => client.call('session.get', thread)));
    expect(answers.map((answer) => (answer as unknown as { request: object }).request)).toEqual(threads);
  });

  test('a ParleyError → the same code and details, without its cause', async () => {
    const error: unknown = await client.call('card.pending', THREAD).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ParleyError);
    expect(error).toMatchObject({ code: 'validation_failed', details: { detail: 'why', errors: [{ path: 'a', message: 'b' }] } });
    expect(JSON.stringify(error)).not.toContain('geheim');
    expect(store.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('any other error → internal here, told in the log there under the same trace id', async () => {
    const call = withLogContext({ trace_id: 'trace-2' }, () =>
      client.call('session.list', { tenant_id: 't', owner: '-', limit: 1 }),
    );
    expect(await codeOf(call)).toBe('internal');
    const line = store.log.lines.find(({ level }) => level === 'error');
    expect(line).toMatchObject({ msg: 'a store call failed', trace_id: 'trace-2', err: { message: 'pg://user:***@db geheim' } });
  });

  test('a call that the store does not know → internal, told in the log', async () => {
    expect(await codeOf(client.call('turn.close', {} as never))).toBe('internal');
    expect(log.lines.map(({ level }) => level)).toContain('error');
  });

  test('it serves HTTP and TCP → what it is made of was still initialised once', () => {
    expect(CallsController.inits).toBe(1);
  });

  test('a ping → answered', async () => {
    await expect(client.ping()).resolves.toBeUndefined();
  });
});

describe('a store that does not answer', () => {
  test('nobody listens → store_unavailable at once, said once; it comes → the next call works', async () => {
    await proxy.cut();
    const startedAt = performance.now();
    expect(await codeOf(client.call('session.delete', THREAD))).toBe('store_unavailable');
    expect(await codeOf(client.call('session.delete', THREAD))).toBe('store_unavailable');
    expect(performance.now() - startedAt).toBeLessThan(1400);
    await proxy.restore();
    expect(await codeOf(client.call('session.delete', THREAD))).toBeNull();
    expect(log.lines.map(({ level, msg }) => `${level} ${msg}`)).toEqual([
      `warn session-store (tcp://127.0.0.1:${proxy.port}) is not reachable; trying again until it is`,
      `info session-store (tcp://127.0.0.1:${proxy.port}) is reachable again`,
    ]);
  });

  test('it dies with a call in flight → store_unavailable at once; it returns → the next call works', async () => {
    const arrived = held.untilArrived();
    const call = codeOf(client.call('turn.find', THREAD));
    await arrived;
    const startedAt = performance.now();
    await proxy.cut();
    expect(await call).toBe('store_unavailable');
    expect(performance.now() - startedAt).toBeLessThan(1400);
    await proxy.restore();
    expect(await codeOf(client.call('session.delete', THREAD))).toBeNull();
  });

  test('its connection breaks but another store is there → the call in flight is made again', async () => {
    const arrived = held.untilArrived();
    const call = codeOf(client.call('turn.find', THREAD));
    await arrived;
    const again = held.untilArrived();
    await Promise.all([proxy.cut(), proxy.restore()]);
    await again;
    held.release();
    expect(await call).toEqual({ run_id: 'answered' });
  });

  test('a call hangs → store_unavailable after 1.5 s, others are answered meanwhile', async () => {
    const startedAt = performance.now();
    const hanging = codeOf(client.call('turn.find', THREAD));
    expect(await codeOf(client.call('session.delete', THREAD))).toBeNull();
    expect(await hanging).toBe('store_unavailable');
    expect(performance.now() - startedAt).toBeLessThan(2500);
  });

  test('the link swallows everything → store_unavailable in time, then a new connection is made', async () => {
    await client.ping();
    proxy.holdReplies();
    expect(await codeOf(client.call('session.delete', THREAD))).toBe('store_unavailable');
    const again = codeOf(client.call('session.delete', THREAD));
    await proxy.untilHoldingReplies();
    proxy.release();
    expect(await again).toBeNull();
  });
});

test('the store drains → what it was asked is answered, then its connections end', async () => {
  const draining = new ServedStore(CallsController);
  await draining.start();
  const own = storeClient(draining.port).client;
  const arrived = held.untilArrived();
  const call = codeOf(own.call('turn.find', THREAD));
  await arrived;
  const drained = draining.drain();
  held.release();
  expect(await call).toEqual({ run_id: 'answered' });
  await drained;
  expect(await codeOf(own.call('session.delete', THREAD))).toBe('store_unavailable');
  own.onApplicationShutdown();
  await draining.stop();
});

describe('a store with an internal token', () => {
  const guarded = new ServedStore(CallsController, { INTERNAL_TOKEN: 'the-right-internal-token' });
  beforeAll(() => guarded.start());
  afterAll(() => guarded.stop());

  test.each<[string, string | undefined, unknown]>([
    ['no token', undefined, 'unauthorized'],
    ['a wrong token', 'the-wrong-internal-token', 'unauthorized'],
    ['the token', 'the-right-internal-token', null],
  ])('a call with %s', async (_what, INTERNAL_TOKEN, expected) => {
    const own = storeClient(guarded.port, { INTERNAL_TOKEN }).client;
    expect(await codeOf(own.call('session.delete', THREAD))).toBe(expected);
    expect(await codeOf(own.ping())).toBe(expected === null ? undefined : expected);
    own.onApplicationShutdown();
  });
});
