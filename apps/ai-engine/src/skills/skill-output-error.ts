import { ParleyError } from '@parley/contracts';
import { type Fault, faultText } from '../agents/fault.js';

/** What exactly is wrong with a skill's result: for the log, and for the model that wrote it. It may quote the skill, so no user sees it. */
export class SkillOutputError extends Error {
  override readonly name = 'SkillOutputError';

  constructor(readonly faults: readonly Fault[]) {
    super(faults.map(faultText).join('\n'));
  }
}

export const skillOutputInvalid = (faults: readonly Fault[]): ParleyError =>
  new ParleyError('skill_output_invalid', {}, { cause: new SkillOutputError(faults) });
