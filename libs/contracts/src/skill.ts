import type { AskedQuestion, ReviewType } from './card.js';
import type { Lang } from './error-table.js';
import type { RunEventData } from './run-event.js';

/** What a skill wants to happen next. Nothing else makes a card: no keyword, no shape of a text. */
export type Control =
  | { action: 'continue' }
  | { action: 'ask_user'; review_type: ReviewType; message?: string; questions: AskedQuestion[] }
  | { action: 'todo'; title: string; kind?: string; due_at?: string }
  | { action: 'finish' };

export interface SkillResult {
  /** Merged into the state: objects member by member, everything else replaced. */
  state?: Record<string, unknown>;
  control: Control;
}

/** What a skill may say to the person; node and message id are filled in. Dropped unless its agent lists the skill as visible. */
export type SkillEvent =
  | { event: 'token'; data: Pick<RunEventData['token'], 'text'> }
  | { event: 'thinking'; data: Pick<RunEventData['thinking'], 'text'> };

export interface HistoryMessage {
  role: 'user' | 'assistant';
  content: string;
  /** The answer was cut short by a newer message or a stop. */
  interrupted?: boolean;
}

export interface SkillLog {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** The agent's model, for module skills. Both calls end with the turn's signal and throw `model_failed`. */
export interface SkillModel {
  /** The whole answer. `json` asks the model for a JSON object; the text is not parsed. */
  complete(messages: ModelMessage[], options?: { json?: boolean }): Promise<string>;
  /** The answer's text as it comes. */
  stream(messages: ModelMessage[]): AsyncIterable<string>;
}

/** What a module skill gets: `export default { async run(ctx: SkillContext): Promise<SkillResult> }`. */
export interface SkillContext {
  readonly state: Readonly<Record<string, unknown>>;
  /** The user's last chat message; on a resume too. */
  readonly message: string;
  readonly history: readonly HistoryMessage[];
  /** `{ field_key: value }` of all this skill's answers since the user's last chat message. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The user cancelled the card on which this skill asked. */
  readonly cancelled: boolean;
  /** Resolves when the event is on its way; throws once the turn has ended. */
  emit(event: SkillEvent): Promise<void>;
  readonly signal: AbortSignal;
  readonly model: SkillModel;
  /** The same when a step is run again after a crash: the key for a skill's own side effects. */
  readonly stepId: string;
  readonly lang: Lang;
  readonly user: { readonly id: string; readonly tenant_id: string };
  readonly log: SkillLog;
}

export interface SkillModule {
  run(ctx: SkillContext): Promise<SkillResult>;
}
