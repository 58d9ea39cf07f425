import { Inject, Injectable } from '@nestjs/common';
import { type Lang, ParleyError, type TurnClose, type TurnStart } from '@parley/contracts';
import { type AppLogger, Drain, LOGGER, StoreClient } from '@parley/platform';
import { errorEvent } from './error-event.js';

/** When a close is tried again that the store did not answer; then every `LAST` ms, as long as an outage may last. */
const RETRY_AFTER_MS = [250, 1000, 2000, 4000];
const LAST_RETRY_MS = 8000;
const GIVE_UP_AFTER_MS = 10 * 60_000;

/** Takes back turns that were started and could not be dispatched. */
@Injectable()
export class TurnWithdrawal {
  constructor(
    private readonly store: StoreClient,
    private readonly drain: Drain,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {}

  /**
   * Closes the turn with `error`, unless a worker has taken it or somebody else has ended it: then nothing happens, and the
   * answer is false. Where the store does not answer it is tried again in the background, and the answer is true.
   */
  async withdraw(turn: TurnStart, error: ParleyError): Promise<boolean> {
    try {
      return (await this.store.call('turn.close', closeOf(turn, error))).closed;
    } catch {
      this.withdrawLater(turn, error);
      return true;
    }
  }

  /** As `withdraw`, in the background, for a turn that may not have been started at all. Its deadline ends it otherwise. */
  withdrawLater(turn: TurnStart, error: ParleyError): void {
    this.closeLater(closeOf(turn, error));
  }

  /** Closes a turn in the background, whoever holds it: its user was told that it failed, and so it must have. */
  closeLater(close: TurnClose): void {
    this.keepTrying(close).catch((failure: unknown) =>
      this.logger.error({ run_id: close.run_id, err: failure }, 'a turn could not be closed'),
    );
  }

  private async keepTrying(close: TurnClose): Promise<void> {
    const startedAt = performance.now();
    for (let tries = 0; performance.now() - startedAt < GIVE_UP_AFTER_MS; tries += 1) {
      await pause(RETRY_AFTER_MS[tries] ?? LAST_RETRY_MS);
      if (this.drain.isDraining) return;
      try {
        const { closed } = await this.store.call('turn.close', close);
        if (closed) this.logger.info({ run_id: close.run_id }, 'closed a turn whose user was told that it failed');
        // A start whose answer was lost may still be on its way for a moment.
        if (closed || tries >= RETRY_AFTER_MS.length) return;
      } catch {
        tries = Math.min(tries, RETRY_AFTER_MS.length - 1); // The client logs the outage.
      }
    }
  }
}

/** Does not keep the process up. */
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());

function closeOf({ thread_id, run_id, handoff }: TurnStart, { code }: ParleyError): TurnClose {
  const event = errorEvent(code, { language: handoff.headers.language as Lang, traceId: handoff.traceId });
  return { thread_id, run_id, event, when: { attempt: 0, withdraw: true } };
}
