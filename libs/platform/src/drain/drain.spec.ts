import { ParleyError } from '@parley/contracts';
import { CommonConfig } from '../config/common-config.js';
import { captureLog } from '../test/log-lines.js';
import { Drain } from './drain.js';
import { DrainGuard } from './drain.guard.js';

const log = captureLog();
let drain: Drain;

beforeEach(() => {
  jest.useFakeTimers();
  log.lines.length = 0;
  drain = new Drain(Object.assign(new CommonConfig(), { DRAIN_TIMEOUT_MS: 4000 }), log.logger);
});
afterEach(() => jest.useRealTimers());

test('draining begins → the state, the signal and all hooks know it at once', () => {
  const hooks = [jest.fn(async () => undefined), jest.fn(async () => undefined)];
  hooks.forEach((hook) => drain.onDrain(hook));
  expect([drain.isDraining, drain.signal.aborted]).toEqual([false, false]);
  void drain.begin();
  expect([drain.isDraining, drain.signal.aborted]).toEqual([true, true]);
  hooks.forEach((hook) => expect(hook).toHaveBeenCalledTimes(1));
});

test('all hooks end → drained, with no timer left', async () => {
  drain.onDrain(async () => undefined);
  await drain.begin();
  expect(jest.getTimerCount()).toBe(0);
  expect(log.lines).toEqual([]);
});

test('a hook hangs → its signal fires and draining is over after DRAIN_TIMEOUT_MS', async () => {
  let told: AbortSignal | undefined;
  drain.onDrain((signal) => {
    told = signal;
    return new Promise(() => undefined);
  });
  const done = jest.fn();
  const drained = drain.begin().then(done);
  await jest.advanceTimersByTimeAsync(3999);
  expect([told?.aborted, done.mock.calls.length]).toEqual([false, 0]);
  await jest.advanceTimersByTimeAsync(1);
  await drained;
  expect(told?.aborted).toBe(true);
  expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
});

test('a hook fails → logged, the others are waited for', async () => {
  let finish = (): void => undefined;
  drain.onDrain(() => Promise.reject(new Error('no')));
  drain.onDrain(() => {
    throw new Error('at once');
  });
  drain.onDrain(() => new Promise((resolve) => (finish = resolve)));
  const done = jest.fn();
  const drained = drain.begin().then(done);
  await jest.advanceTimersByTimeAsync(100);
  expect(done).not.toHaveBeenCalled();
  finish();
  await drained;
  expect(log.lines.map(({ level }) => level)).toEqual(['error', 'error']);
});

test('begun twice → the hooks run once, both wait for them', async () => {
  const hook = jest.fn(async () => undefined);
  drain.onDrain(hook);
  await Promise.all([drain.begin(), drain.begin()]);
  expect(hook).toHaveBeenCalledTimes(1);
});

test('new work at a guarded route → let in before draining, refused as draining after', () => {
  const guard = new DrainGuard(drain);
  expect(guard.canActivate()).toBe(true);
  void drain.begin();
  expect(() => guard.canActivate()).toThrow(new ParleyError('draining'));
});
