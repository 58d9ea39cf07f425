import type { HandoffMessage, NumberedEvent } from '@parley/contracts';
import type { RunRef } from '@parley/run-log';

/** A run that is about to be dispatched, and what it says. */
export interface BegunRun {
  /** Batches of events in order, from the first one on; ends after the terminal event. */
  events: AsyncIterableIterator<NumberedEvent[]>;
  /**
   * Resolves when the engine has taken the run over, or will find it by itself. Throws `engine_unavailable` when that is
   * not sure: a run whose dispatch failed may all the same have been taken.
   */
  dispatch(handoff: HandoffMessage): Promise<void>;
}

/** The seam for ways to the engine; clients cannot tell them apart. */
export interface EngineTransport {
  /**
   * Resolves when nothing that the run says from now on can be missed. Throws `store_unavailable`.
   * The signal ends the following; it does not stop the run, nor a dispatch.
   */
  begin(run: RunRef, signal: AbortSignal): Promise<BegunRun>;
  /** Offers a run that nobody has taken yet once more. Harmless where the first dispatch is still on its way. */
  dispatchAgain(handoff: HandoffMessage): Promise<void>;
}

/** Injection token of the process's `EngineTransport`. */
export const ENGINE_TRANSPORT = Symbol('ENGINE_TRANSPORT');
