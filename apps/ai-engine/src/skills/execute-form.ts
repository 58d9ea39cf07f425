import type { SkillResult } from '@parley/contracts';
import type { FormSkill } from '../agents/agent.js';
import { isPresent } from './read-path.js';

/** Asks the questions whose values the state doesn't have; `false`, `0` and `""` are values. */
export function executeForm(
  { reviewType, message, questions }: FormSkill,
  state: Readonly<Record<string, unknown>>,
): SkillResult {
  const missing = questions.filter(({ field_key }) => !isPresent(state, field_key));
  if (missing.length === 0) return { control: { action: 'continue' } };
  return {
    control: { action: 'ask_user', review_type: reviewType, ...(message !== undefined && { message }), questions: missing },
  };
}
