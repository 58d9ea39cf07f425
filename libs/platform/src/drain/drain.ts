import { Inject, Injectable } from '@nestjs/common';
import { CommonConfig } from '../config/common-config.js';
import { type AppLogger, LOGGER } from '../logging/app-logger.js';

/** Finishes or hands over some work in hand. The signal fires when the time is up. */
export type DrainHook = (signal: AbortSignal) => Promise<void>;

/** The way out: from `begin` on the app is not ready, finishes what it has, and then may be closed. */
@Injectable()
export class Drain {
  private readonly hooks: DrainHook[] = [];
  private readonly began = new AbortController();
  private done?: Promise<void>;

  constructor(
    private readonly config: CommonConfig,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {}

  get isDraining(): boolean {
    return this.began.signal.aborted;
  }

  /** Fires the moment draining begins. */
  get signal(): AbortSignal {
    return this.began.signal;
  }

  /** All hooks run at once when draining begins. */
  onDrain(hook: DrainHook): void {
    this.hooks.push(hook);
  }

  /** Resolves when all hooks have ended or `DRAIN_TIMEOUT_MS` is over; never rejects. A second call joins the first. */
  begin(): Promise<void> {
    this.done ??= this.run();
    return this.done;
  }

  private async run(): Promise<void> {
    this.began.abort();
    const timeUp = new AbortController();
    const timedOut = new Promise<'timed out'>((resolve) => timeUp.signal.addEventListener('abort', () => resolve('timed out')));
    const timer = setTimeout(() => timeUp.abort(), this.config.DRAIN_TIMEOUT_MS);
    const outcome = await Promise.race([Promise.all(this.hooks.map((hook) => this.runHook(hook, timeUp.signal))), timedOut]);
    clearTimeout(timer);
    if (outcome === 'timed out')
      this.logger.warn(`still busy after ${this.config.DRAIN_TIMEOUT_MS} ms of draining; closing anyway`);
  }

  private async runHook(hook: DrainHook, signal: AbortSignal): Promise<void> {
    try {
      await hook(signal);
    } catch (error) {
      this.logger.error({ err: error }, 'a drain hook failed');
    }
  }
}
