import type { Redis } from 'ioredis';

type Command = 'xrange' | 'hmget';
type Call = (...args: unknown[]) => Promise<unknown>;

const spyOn = (redis: Redis, command: Command): { spy: jest.SpyInstance; original: Call } => {
  const original = (redis[command] as Call).bind(redis);
  return { spy: jest.spyOn(redis, command) as unknown as jest.SpyInstance, original };
};

/** Does `act` right before the next such command is sent, or right after its answer has come. */
export function onceAround(redis: Redis, command: Command, moment: 'before' | 'after', act: () => Promise<unknown>): void {
  const { spy, original } = spyOn(redis, command);
  spy.mockImplementationOnce(async (...args: unknown[]) => {
    if (moment === 'before') await act();
    const answer = await original(...args);
    if (moment === 'after') await act();
    return answer;
  });
}

/** Counts the calls of a command, and lets a test wait for the next that fails. */
export function watchCommand(redis: Redis, command: Command): { calls: () => number; untilFailed: () => Promise<void> } {
  const { spy, original } = spyOn(redis, command);
  let waiters: (() => void)[] = [];
  spy.mockImplementation(async (...args: unknown[]) => {
    try {
      return await original(...args);
    } catch (error) {
      // After the one who asked has seen the failure.
      setImmediate((woken: (() => void)[]) => woken.forEach((wake) => wake()), waiters);
      waiters = [];
      throw error;
    }
  });
  return {
    calls: () => spy.mock.calls.length,
    untilFailed: () => new Promise<void>((resolve) => void waiters.push(resolve)),
  };
}
