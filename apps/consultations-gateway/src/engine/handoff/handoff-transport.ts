import { type HandoffMessage, ParleyError } from '@parley/contracts';
import type { RunFollowers, RunRef } from '@parley/run-log';
import type { BegunRun, EngineTransport } from '../engine-transport.js';
import type { HandoffQueue } from './handoff-queue.js';

/** Runs go through Bull's queue to whichever worker is free; what they say comes back over Pub/Sub and the run log. */
export class HandoffTransport implements EngineTransport {
  constructor(
    private readonly followers: RunFollowers,
    private readonly queue: HandoffQueue,
  ) {}

  async begin(run: RunRef, signal: AbortSignal): Promise<BegunRun> {
    const events = await this.followers.follow(run, { afterSeq: 0, signal });
    return { events, dispatch: (handoff) => this.enqueue(handoff) };
  }

  /** The same job id: Bull drops it where the job is still there. */
  dispatchAgain(handoff: HandoffMessage): Promise<void> {
    return this.enqueue(handoff);
  }

  private async enqueue(handoff: HandoffMessage): Promise<void> {
    try {
      await this.queue.add(handoff);
    } catch (error) {
      throw new ParleyError('engine_unavailable', {}, { cause: error });
    }
  }
}
