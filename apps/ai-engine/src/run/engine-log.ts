import type { ParleyError, SkillLog } from '@parley/contracts';

/** What the engine says of its runs. Outcomes such as a pre-emption are no failures and are not logged as such. */
export interface EngineLog {
  /** Whether anybody reads why each step is taken. */
  readonly isTracing: boolean;
  failed(error: ParleyError, fields: Record<string, unknown>): void;
  ofSkill(fields: Record<string, unknown>): SkillLog;
}
