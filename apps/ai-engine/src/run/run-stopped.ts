/** `closed`: ended by somebody else · `taken_over`: a newer attempt holds it · `handed_back`: this process ends, another goes on. */
export type StopReason = 'closed' | 'taken_over' | 'handed_back';

/**
 * Why a worker must stop. An outcome, not a failure:
 * nothing is written, logged as an error or tried again.
 */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';

  constructor(readonly why: StopReason) {
    super(`the run was ${why.replace('_', ' ')}`);
  }
}
