/**
 * Why a worker must stop: the turn was ended by somebody else, or a newer attempt holds the run. An outcome, not a failure:
 * nothing is written, logged as an error or tried again.
 */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';

  constructor(readonly why: 'closed' | 'taken_over' | 'handed_back') {
    super(`the run was ${why.replace('_', ' ')}`);
  }
}
