import type { AskedQuestion, ClaimedTurn, ItemAnswers, RunId, TurnAnswers } from '@parley/contracts';
import type { Agent, FormSkill, ModuleSkill, Skill } from '../../agents/agent.js';
import type { OpenAsk, SkillMark, ThreadState } from '../thread-state.js';

export const RUN = 'chat-0190a000-0000-7000-8000-000000000001' as RunId;

export const question = (field_key: string): AskedQuestion => ({
  question: field_key,
  field_key,
  required: true,
  input_type: 'text',
});

export function form(id: string, more: Partial<FormSkill> = {}): FormSkill {
  return { id, kind: 'form', reviewType: 'clarify', questions: [question(id)], requires: [], produces: [id], ...more };
}

export function moduleSkill(id: string, more: Partial<ModuleSkill> = {}): ModuleSkill {
  return {
    id,
    kind: 'module',
    module: { run: async () => ({ control: { action: 'continue' } }) },
    requires: [],
    produces: [id],
    ...more,
  };
}

export function agentOf(skills: Skill[], more: Partial<Agent> = {}): Agent {
  return {
    id: 'test',
    name: { en: 'Test' },
    model: { name: 'scripted' },
    timeoutMs: 30_000,
    visibleNodes: new Set(['answer']),
    exposeThinking: false,
    historyTurns: 20,
    policies: {},
    router: 'rules',
    maxSteps: 50,
    outputRetries: 1,
    tools: [],
    skills,
    answer: { kind: 'module', module: { run: async () => ({ control: { action: 'continue' } }) } },
    file: 'test.yaml',
    ...more,
  };
}

export function stateOf(more: Partial<ThreadState> = {}): ThreadState {
  return {
    facts: {},
    skills: {},
    turn: { runId: RUN, turn: 1, chatTurn: 1, chatEpoch: 1000, agentId: 'test' },
    phase: 'running',
    choice: null,
    finish: false,
    card: null,
    answersUpto: 1,
    shown: { runId: RUN, seq: 1, textBytes: 0 },
    ...more,
  };
}

/** One item as a skill has it open. */
export function askOf(item_id: string): OpenAsk {
  return { item_id, review_type: 'clarify', questions: [{ ...question('x'), item_id }] };
}

export function markOfSkill(status: SkillMark['status'], more: Partial<SkillMark> = {}): SkillMark {
  return {
    chatTurn: 1,
    status,
    runs: 1,
    answers: {},
    cancelled: false,
    ...(status === 'asking' && { asks: [askOf('item-1')] }),
    ...more,
  };
}

export function answersOf(turn: number, items: ItemAnswers[], more: Partial<TurnAnswers> = {}): TurnAnswers {
  return { turn, chat_turn: 1, card_id: 'card-1', action: 'submit', items, ...more };
}

export function claimedTurn(more: Partial<ClaimedTurn> = {}): ClaimedTurn {
  return {
    attempt: 1,
    last_seq: 1,
    shown_text: '',
    kind: 'chat',
    turn: 1,
    chat_turn: 1,
    agent_id: 'test',
    session_id: 's1',
    user_id: 'u1',
    message: 'hello',
    history: [],
    answers: [],
    remaining_ms: 30_000,
    ...more,
  };
}
