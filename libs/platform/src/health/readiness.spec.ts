import { CommonConfig } from '../config/common-config.js';
import { Drain } from '../drain/drain.js';
import { captureLog } from '../test/log-lines.js';
import { Readiness } from './readiness.js';

const log = captureLog();
let drain: Drain;
let readiness: Readiness;

beforeEach(() => {
  jest.useFakeTimers();
  log.lines.length = 0;
  drain = new Drain(new CommonConfig(), log.logger);
  readiness = new Readiness(drain, log.logger);
});
afterEach(() => jest.useRealTimers());

const works = (): Promise<void> => Promise.resolve();
const fails = (): Promise<void> => Promise.reject(new Error('connect ECONNREFUSED redis://:geheim@h'));
const hangs = (): Promise<void> => new Promise(() => undefined);

test('every probe resolves → ok', async () => {
  readiness.register('redis', works);
  expect(await readiness.report()).toEqual({ status: 'ok', checks: { redis: 'ok' } });
});

test('some probes reject or throw → unavailable, named, without the reason that may tell secrets', async () => {
  readiness.register('redis', works);
  readiness.register('store', fails);
  readiness.register('engine', () => {
    throw new Error('at once');
  });
  expect(await readiness.report()).toEqual({
    status: 'unavailable',
    checks: { redis: 'ok', store: 'not reachable', engine: 'not reachable' },
  });
});

test('a probe that hangs → given up after a second', async () => {
  readiness.register('redis', hangs);
  const report = readiness.report();
  await jest.advanceTimersByTimeAsync(1000);
  expect(await report).toEqual({ status: 'unavailable', checks: { redis: 'no answer in time' } });
});

test('many ask at once → the probe runs once, and again 250 ms later', async () => {
  const probe = jest.fn(works);
  readiness.register('redis', probe);
  await Promise.all([readiness.report(), readiness.report()]);
  expect(probe).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(251);
  await readiness.report();
  expect(probe).toHaveBeenCalledTimes(2);
});

test('draining begins → not ready at once, whatever was cached', async () => {
  readiness.register('redis', works);
  expect((await readiness.report()).status).toBe('ok');
  void drain.begin();
  expect((await readiness.report()).status).toBe('draining');
});

test('something is missing, then another thing, then nothing → each change is said once', async () => {
  const probes = { redis: fails, store: fails };
  readiness.register('redis', () => probes.redis());
  readiness.register('store', () => probes.store());
  const check = async (): Promise<void> => {
    jest.advanceTimersByTime(251);
    await readiness.report();
  };
  await check();
  await check();
  probes.redis = works;
  await check();
  probes.store = works;
  await check();
  await check();
  expect(log.lines.map(({ level, msg }) => `${level} ${msg}`)).toEqual([
    'warn not ready: waiting for redis, store',
    'warn not ready: waiting for store',
    'info ready',
  ]);
});
