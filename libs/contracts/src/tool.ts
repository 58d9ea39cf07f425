import type { Lang } from './error-table.js';
import type { SkillLog } from './skill.js';

/** What a tool module gets besides its arguments. */
export interface ToolContext {
  /** The same when a call is run again after a crash: the key for a tool's own side effects. */
  readonly stepId: string;
  /** Aborts when the turn ends early, and when the tool's time is up. */
  readonly signal: AbortSignal;
  /** Of the consultation, as it was when the node began. */
  readonly state: Readonly<Record<string, unknown>>;
  readonly user: { readonly id: string; readonly tenant_id: string };
  readonly lang: Lang;
  readonly log: SkillLog;
}

/**
 * A tool module's default export. The arguments fit the tool's `parameters`. What it returns, or its promise, is told to the
 * model and must be JSON (nothing = null); of what it throws the model learns no more than that the tool failed.
 */
export type ToolFunction = (args: Record<string, unknown>, ctx: ToolContext) => unknown;
