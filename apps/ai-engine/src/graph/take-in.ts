import type { ClaimedTurn, ItemAnswers, RunId, TurnAnswers } from '@parley/contracts';
import type { Agent } from '../agents/agent.js';
import { settleCall } from '../skills/tool-work.js';
import { mergeFacts, patchOf } from './facts.js';
import type { SkillMark, StateUpdate, ThreadState } from './thread-state.js';

export interface TakeInInput {
  runId: RunId;
  agent: Pick<Agent, 'id' | 'skills'>;
  epoch: number;
  claimed: Pick<ClaimedTurn, 'kind' | 'turn' | 'chat_turn' | 'answers'>;
}

/**
 * What a new turn does to the state it finds, before any node runs: it merges the answers that no run has merged yet
 * (of its own card, and of turns that failed before they could), and a chat message withdraws what is still asked.
 * Pure; the same for a chat and a resume, whatever the thread was in the middle of.
 */
export function takeIn(saved: ThreadState | undefined, { runId, epoch, claimed, agent }: TakeInInput): StateUpdate {
  const skills = { ...saved?.skills };
  const isForm = (id: string): boolean => agent.skills.some((skill) => skill.id === id && skill.kind === 'form');
  let facts: Record<string, unknown> = {};
  const answersUpto = saved?.answersUpto ?? 0;
  for (const answers of claimed.answers) {
    if (answers.turn <= answersUpto) continue;
    for (const item of answers.items) {
      const mark = skills[item.skill];
      if (mark && !mark.asks?.some(({ item_id }) => item_id === item.item_id)) continue; // Merged before, or withdrawn since.
      facts = mergeFacts(facts, patchOf(item.values));
      if (mark) skills[item.skill] = settle(mark, item, answers, isForm(item.skill));
    }
  }
  if (claimed.kind === 'chat') {
    for (const [id, mark] of Object.entries(skills)) if (mark.status !== 'done') skills[id] = withdraw(mark);
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
      agentId: agent.id,
    },
    phase: 'running',
    ...(isChat && { choice: null, finish: false }),
    card: null,
    answersUpto: claimed.turn,
    shown: { runId, seq: 1, textBytes: 0 },
  };
}

/** A skill goes on when nothing that it asked is open any more. */
function settle(mark: SkillMark, item: ItemAnswers, { action }: TurnAnswers, isForm: boolean): SkillMark {
  const { asks = [], work, ...rest } = mark;
  const open = asks.filter(({ item_id }) => item_id !== item.item_id);
  const goesOn = isForm ? 'done' : 'answered';
  return {
    ...rest,
    status: open.length > 0 ? 'asking' : goesOn,
    ...(open.length > 0 && { asks: open }),
    ...(work && { work: settleCall(work, item) }),
    answers: { ...mark.answers, ...item.values },
    cancelled: action === 'cancel',
  };
}

/** It starts afresh with the new message, whatever it was in the middle of. */
function withdraw({ asks: _asks, work: _work, ...mark }: SkillMark): SkillMark {
  return { ...mark, status: 'done' };
}
