import type { Card, Question, ReviewType } from '@parley/contracts';
import type { ToolWork } from '../skills/tool-work.js';

/** An item that a skill has open, as it will stand on the card. */
export interface OpenAsk {
  item_id: string;
  review_type: ReviewType;
  message?: string;
  questions: Question[];
  /** Where a call of a tool has to be confirmed. */
  tool_call_id?: string;
  tool_name?: string;
}

/**
 * How far a skill, or the answer, is with one chat message of the user.
 *
 *     (none) ──runs──▶ done
 *            ──its model wants tools──▶ working ──the tools run, its model is asked again──▶ working | done | asking
 *            ──asks──▶ asking ──all its items are answered or cancelled──▶ answered (a form: done) ──goes on──▶ as from the start
 */
export interface SkillMark {
  /** The chat message this is about; with the next one the skill starts afresh. */
  chatTurn: number;
  status: 'working' | 'asking' | 'answered' | 'done';
  /** How often it has come to a result for this message: tells its steps apart. */
  runs: number;
  /** What it has open: one item where it asks itself, one for each call of a tool that needs a confirmation. */
  asks?: OpenAsk[];
  /** Where it is with its tools. */
  work?: ToolWork;
  /** Since the user's last chat message. */
  answers: Record<string, unknown>;
  /** Its latest card was cancelled. */
  cancelled: boolean;
}

/** The turn that the state belongs to. */
export interface TurnMark {
  runId: string;
  turn: number;
  chatTurn: number;
  /** The epoch of the turn of the chat message: no two messages ever have the same. */
  chatEpoch: number;
  /** Who works on it. */
  agentId: string;
}

/** What a model as router has chosen last (`router: model`). */
export interface Choice {
  chatTurn: number;
  /** None: nothing is left that should run. */
  skills: string[];
  /** In the model's words, for whoever wonders. */
  reason?: string;
}

/** Up to where a run's log is certain once this state is: what a later attempt rewinds to. */
export interface ShownMark {
  runId: string;
  seq: number;
  textBytes: number;
}

/** `asked` and `answered`: nothing is left to do in this turn but to close it. */
export type Phase = 'running' | 'asked' | 'answered';

/** What the checkpoints of a thread hold: facts, control and route. No messages: those are session-store's. */
export interface ThreadState {
  facts: Record<string, unknown>;
  skills: Record<string, SkillMark>;
  turn: TurnMark;
  phase: Phase;
  choice: Choice | null;
  /** A skill said `finish`: no further skill begins for this chat message. */
  finish: boolean;
  /** The card this turn ends with. */
  card: Card | null;
  /** The answers of all turns up to this one are merged. */
  answersUpto: number;
  shown: ShownMark;
}

export type StateUpdate = Partial<ThreadState>;

/** The mark of a skill for the current chat message; undefined where it has not run for it yet. */
export function markOf(state: Pick<ThreadState, 'skills' | 'turn'>, skillId: string): SkillMark | undefined {
  const mark = state.skills[skillId];
  return mark?.chatTurn === state.turn.chatTurn ? mark : undefined;
}
