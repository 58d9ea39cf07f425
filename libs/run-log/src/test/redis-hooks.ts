import { Redis } from 'ioredis';
import { setImmediate } from 'node:timers/promises';

type Command = 'xrange' | 'hmget';
type Call = (...args: unknown[]) => Promise<unknown>;

const real = (redis: Redis, command: Command): Call => (Redis.prototype[command] as Call).bind(redis);
const spyOn = (redis: Redis, command: Command): jest.SpyInstance => jest.spyOn(redis, command);

/** Does `act` right before the next such command is sent, or right after the next answer to one has come. */
export function onceAround(redis: Redis, command: Command, moment: 'before' | 'after', act: () => Promise<unknown>): void {
  spyOn(redis, command).mockImplementationOnce(async (...args: unknown[]) => {
    if (moment === 'before') await act();
    const answering = real(redis, command)(...args);
    if (moment === 'after') await answering.then(act, () => onceAround(redis, command, moment, act));
    return answering;
  });
}

export interface LogReads {
  /** How many there were. */
  count(): number;
  /** Resolves when the next one that fails has failed. */
  untilFailed(): Promise<void>;
  /** Resolves when the next one that finds nothing is over, with the look at the head that comes after it. */
  untilVain(): Promise<void>;
}

/** Watches how a client reads run logs. A second watch of the same client replaces the first. */
export function watchReads(redis: Redis): LogReads {
  const waiters: { outcome: 'failed' | 'vain'; resolve: () => void }[] = [];
  const tell = (outcome: 'failed' | 'vain'): void => waiters.forEach((waiter) => waiter.outcome === outcome && waiter.resolve());
  const until = (outcome: 'failed' | 'vain'): Promise<void> => new Promise((resolve) => waiters.push({ outcome, resolve }));
  const spy = spyOn(redis, 'xrange');
  const before = spy.mock.calls.length;
  spy.mockImplementation(async (...args: unknown[]) => {
    try {
      const answer = await real(redis, 'xrange')(...args);
      if (Array.isArray(answer) && answer.length === 0) tell('vain');
      return answer;
    } catch (error) {
      tell('failed');
      throw error;
    }
  });
  return {
    count: () => spy.mock.calls.length - before,
    async untilFailed() {
      await until('failed');
      await setImmediate(); // Who asked has seen it.
    },
    async untilVain() {
      await until('vain');
      await setImmediate();
      await redis.ping(); // Answered after the look at the head.
      await setImmediate();
    },
  };
}
