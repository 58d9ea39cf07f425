import type { ClaimedTurn, ItemAnswers, RunId, TurnAnswers } from '@parley/contracts';
import type { Skill } from '../agents/agent.js';
import { mergeFacts, patchOf } from './facts.js';
import type { SkillMark, StateUpdate, ThreadState } from './thread-state.js';

export interface TakeInInput {
  runId: RunId;
  epoch: number;
  claimed: Pick<ClaimedTurn, 'kind' | 'turn' | 'chat_turn' | 'answers'>;
  kindOf: (skillId: string) => Skill['kind'] | undefined;
}

/**
 * What a new turn does to the state it finds, before any node runs: it merges the answers that no run has merged yet
 * (of its own card, and of turns that failed before they could), and a chat message withdraws what is still asked.
 * Pure; the same for a chat and a resume, whatever the thread was in the middle of.
 */
export function takeIn(saved: ThreadState | undefined, { runId, epoch, claimed, kindOf }: TakeInInput): StateUpdate {
  const skills = { ...saved?.skills };
  let facts: Record<string, unknown> = {};
  const answersUpto = saved?.answersUpto ?? 0;
  for (const answers of claimed.answers) {
    if (answers.turn <= answersUpto) continue;
    for (const item of answers.items) {
      const mark = skills[item.skill];
      if (mark && mark.ask?.item_id !== item.item_id) continue; // Merged before, or withdrawn since.
      facts = mergeFacts(facts, patchOf(item.values));
      if (mark) skills[item.skill] = settle(mark, item, answers, kindOf(item.skill) === 'form');
    }
  }
  if (claimed.kind === 'chat') {
    for (const [id, mark] of Object.entries(skills)) if (mark.status === 'asking') skills[id] = withdraw(mark);
  }
  const isChat = claimed.kind === 'chat' || !saved;
  return {
    facts,
    skills,
    turn: {
      runId,
      turn: claimed.turn,
      chatTurn: claimed.chat_turn,
      chatEpoch: isChat ? epoch : saved.turn.chatEpoch,
    },
    phase: 'running',
    finish: false,
    card: null,
    answersUpto: claimed.turn,
    shown: { runId, seq: 1, textBytes: 0 },
  };
}

function settle(mark: SkillMark, item: ItemAnswers, { action }: TurnAnswers, isForm: boolean): SkillMark {
  const { ask: _ask, ...rest } = mark;
  return {
    ...rest,
    status: isForm ? 'done' : 'answered',
    answers: { ...mark.answers, ...item.values },
    cancelled: action === 'cancel',
  };
}

function withdraw({ ask: _ask, ...mark }: SkillMark): SkillMark {
  return { ...mark, status: 'done' };
}
