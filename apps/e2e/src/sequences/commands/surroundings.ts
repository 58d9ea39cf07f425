import type { ManagedProcess, Stack } from '@parley/testing';
import type { Redis } from 'ioredis';

/** What sequences share beside the product's front door. */
export class Surroundings {
  #restarts: Promise<void> = Promise.resolve();

  constructor(
    readonly stack: Stack,
    readonly redis: Redis,
  ) {}

  /** SIGKILL, and a start. One after the other: at no time is more than one service away. */
  restart(find: () => ManagedProcess): Promise<void> {
    const restarted = this.#restarts.then(() => find().restart());
    this.#restarts = restarted.catch(() => undefined);
    return restarted;
  }
}
