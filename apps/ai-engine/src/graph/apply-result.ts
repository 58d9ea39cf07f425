import type { SkillResult, ThreadId } from '@parley/contracts';
import type { OpenAsk, SkillMark, StateUpdate, ThreadState } from './thread-state.js';
import { markOf } from './thread-state.js';

/** Names a step for a skill's own side effects: the same when it is run again after a crash, never the same for another. */
export function stepIdOf(threadId: ThreadId, state: Pick<ThreadState, 'turn' | 'skills'>, node: string): string {
  return `${threadId}/${state.turn.chatEpoch}/${node}/${(markOf(state, node)?.runs ?? 0) + 1}`;
}

/** What a skill's result does to the state. */
export function applyResult(state: ThreadState, skillId: string, { state: facts, control }: SkillResult): StateUpdate {
  const before = markOf(state, skillId);
  const runs = (before?.runs ?? 0) + 1;
  const mark: SkillMark = {
    chatTurn: state.turn.chatTurn,
    status: 'done',
    runs,
    answers: before?.answers ?? {},
    cancelled: before?.cancelled ?? false,
  };
  if (control.action === 'ask_user') {
    mark.status = 'asking';
    mark.ask = askOf(control, `${skillId}-${state.turn.chatTurn}-${runs}`);
  }
  return {
    ...(facts && { facts }),
    skills: { [skillId]: mark },
    ...(control.action === 'finish' && { finish: true }),
  };
}

function askOf(control: Extract<SkillResult['control'], { action: 'ask_user' }>, itemId: string): OpenAsk {
  return {
    item_id: itemId,
    review_type: control.review_type,
    ...(control.message !== undefined && { message: control.message }),
    questions: control.questions.map((question) => ({ ...question, item_id: itemId })),
  };
}
