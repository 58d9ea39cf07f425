import type { Lang, SkillResult, ThreadId } from '@parley/contracts';
import { asksOf } from '../skills/confirm-calls.js';
import type { SkillStep } from '../skills/skill-call.js';
import type { OpenAsk, SkillMark, StateUpdate, ThreadState } from './thread-state.js';
import { markOf } from './thread-state.js';

/** Names a step for a skill's own side effects: the same when it is run again after a crash, never the same for another. */
export function stepIdOf(threadId: ThreadId, state: Pick<ThreadState, 'turn' | 'skills'>, node: string): string {
  return `${threadId}/${state.turn.chatEpoch}/${node}/${(markOf(state, node)?.runs ?? 0) + 1}`;
}

/** For the ids of the items of a step: those of another step, or of another message, never begin like it. */
export function itemBaseOf(state: Pick<ThreadState, 'turn' | 'skills'>, node: string): string {
  return `${node}-${state.turn.chatTurn}-${(markOf(state, node)?.runs ?? 0) + 1}`;
}

/** What a step of a skill, or of the answer, does to the state. */
export function applyStep(state: ThreadState, node: string, step: SkillStep, lang: Lang): StateUpdate {
  const before = markOf(state, node);
  const { answers, cancelled, runs } = before ?? { answers: {}, cancelled: false, runs: 0 };
  const base = { chatTurn: state.turn.chatTurn, answers, cancelled };
  if ('work' in step) {
    const asks = asksOf(step.work, lang);
    const mark: SkillMark = {
      ...base,
      runs,
      work: step.work,
      ...(asks.length > 0 ? { status: 'asking', asks } : { status: 'working' }),
    };
    return { skills: { [node]: mark } };
  }
  const { state: facts, control } = step.result;
  const isAsking = control.action === 'ask_user';
  const mark: SkillMark = {
    ...base,
    runs: runs + 1,
    ...(isAsking ? { status: 'asking', asks: [askOf(control, itemBaseOf(state, node))] } : { status: 'done' }),
  };
  return { ...(facts && { facts }), skills: { [node]: mark }, ...(control.action === 'finish' && { finish: true }) };
}

function askOf(control: Extract<SkillResult['control'], { action: 'ask_user' }>, itemId: string): OpenAsk {
  return {
    item_id: itemId,
    review_type: control.review_type,
    ...(control.message !== undefined && { message: control.message }),
    questions: control.questions.map((question) => ({ ...question, item_id: itemId })),
  };
}
