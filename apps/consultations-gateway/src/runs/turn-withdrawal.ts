import { Inject, Injectable } from '@nestjs/common';
import { type Lang, ParleyError, type TurnClose, type TurnStart } from '@parley/contracts';
import { type AppLogger, Drain, LOGGER, StoreClient } from '@parley/platform';
import { errorEvent } from './error-event.js';

/** When a close is tried again that the store did not answer. In all longer than a short outage, shorter than anybody waits in the queue. */
const RETRY_AFTER_MS = [250, 1000, 2000, 4000, 8000];

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
    for (const ms of RETRY_AFTER_MS) {
      await pause(ms);
      if (this.drain.isDraining) return;
      try {
        const { closed } = await this.store.call('turn.close', close);
        if (closed) this.logger.info({ run_id: close.run_id }, 'closed a turn whose user was told that it failed');
        if (closed || close.when.attempt === undefined) return;
      } catch {
        continue; // The client logs the outage.
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
