import type { StartTimer } from '../stream/start-timer.js';

/** Timers that run when the spec says so. */
export class ManualTimers {
  readonly #running = new Set<{ dueMs: number; onTime: () => void }>();
  #nowMs = 0;

  get running(): number {
    return this.#running.size;
  }

  readonly start: StartTimer = (ms, onTime) => {
    const timer = { dueMs: this.#nowMs + ms, onTime };
    this.#running.add(timer);
    return () => this.#running.delete(timer);
  };

  /** Moves time on, then lets everything that waits for a promise go on. */
  async advance(ms: number): Promise<void> {
    this.#nowMs += ms;
    for (const timer of this.#running) {
      if (timer.dueMs > this.#nowMs) continue;
      this.#running.delete(timer);
      timer.onTime();
    }
    await settled();
  }
}

/** Every promise that can settle now has settled: the event loop has turned once. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
