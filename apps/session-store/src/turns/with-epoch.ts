import type { HandoffMessage } from '@parley/contracts';

/** The job of a turn that has been started: its message with the epoch it was given. */
export function withEpoch(handoff: HandoffMessage, epoch: number): HandoffMessage {
  return { ...handoff, payload: { ...handoff.payload, options: { ...handoff.payload.options, epoch } } };
}
