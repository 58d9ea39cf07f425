import type { Answer, AnswerAction, ItemAnswers, RunId } from '@parley/contracts';
import { AGENTS, type AgentId, type ModelSkill } from './agents.js';
import { type Facts, holds, withFact, withFacts } from './facts.js';
import { type KnownCard, type Mark, settlePending, type Step, withCard, type World } from './world.js';

/** How a turn must end, and what the world is then. */
export interface Course {
  world: World;
  /** What modules do in it, in the order of the agent; some of it at once. */
  steps: readonly Step[];
  /** The skills with something open, in the order of the card; none: the answer speaks. */
  asking: readonly string[];
}

const NONE: ReadonlySet<string> = new Set();
const FRESH: Mark = { status: 'done', answers: {}, cancelled: false };

/** A message was taken: what was asked before is withdrawn, every skill starts afresh. */
export function beginChat(world: World, { agent, message, runId }: { agent: AgentId; message: string; runId: RunId }): World {
  const content = { role: 'user', content: message, run_id: runId } as const;
  const messages = [...world.messages, content];
  return { ...settlePending(world, 'superseded'), agent, message, messages, marks: {}, steps: [] };
}

export interface Taken {
  card: KnownCard;
  action: AnswerAction;
  /** As they were sent. */
  answers: readonly Answer[];
  items: readonly ItemAnswers[];
  runId: RunId;
}

/** Answers were taken: whatever becomes of the run, they are in the state, and their items are never asked again. */
export function beginResume(world: World, { card, action, answers, items, runId }: Taken): World {
  let { facts } = world;
  const marks = { ...world.marks };
  const skills = AGENTS[card.agent];
  for (const { skill, item_id, values } of items) {
    for (const [key, value] of Object.entries(values)) facts = withFact(facts, key, value);
    const mark = marks[skill];
    if (mark?.ask?.itemId !== item_id) continue; // The same claim, once more.
    const isForm = skills.find(({ id }) => id === skill)?.isForm;
    const given = { answers: { ...mark.answers, ...values }, cancelled: action === 'cancel' };
    marks[skill] = { status: isForm ? 'done' : 'answered', ...given };
  }
  const fate = action === 'cancel' ? 'cancelled' : 'answered';
  const settled = withCard(world, { ...card, fate, claim: { action, items, runId } });
  const said = { role: 'user', content: '', answers, run_id: runId } as const;
  return { ...settled, agent: card.agent, facts, marks, messages: [...world.messages, said] };
}

/** From where a turn begins to where it must end, if nobody stops it. */
export function goOn(begun: World): Course {
  let { facts, marks } = begun;
  const steps: Step[] = [];
  const skills = AGENTS[begun.agent];
  for (;;) {
    const due = skills.filter((skill) => isDue(skill, facts, marks[skill.id]));
    if (due.length === 0) break;
    const seen = facts;
    for (const { id, isForm, run } of due) {
      const { answers, cancelled } = marks[id] ?? FRESH;
      if (!isForm) steps.push({ skill: id, facts: seen, answers, cancelled, isSure: !begun.unsure.has(id) });
      const outcome = run(seen, { answers, cancelled });
      const asks =
        'asks' in outcome ? ({ status: 'asking', ask: { questions: outcome.asks } } as const) : ({ status: 'done' } as const);
      marks = { ...marks, [id]: { answers, cancelled, ...asks } };
      if ('state' in outcome) facts = withFacts(facts, outcome.state);
    }
  }
  const asking = skills.map(({ id }) => id).filter((id) => marks[id]?.status === 'asking');
  if (asking.length === 0) steps.push({ skill: 'answer', facts, answers: {}, cancelled: false, isSure: true });
  return { world: { ...begun, facts, marks, steps: [...begun.steps, ...steps], unsure: NONE }, steps, asking };
}

function isDue({ requires, produces }: ModelSkill, facts: Facts, mark: Mark | undefined): boolean {
  if (mark) return mark.status === 'answered';
  return requires.every((path) => holds(facts, path)) && !produces.every((path) => holds(facts, path));
}

/** The turn's run ended before its end: what it did besides taking answers may be kept, or is done again. */
export function failed(begun: World, runId: RunId): World {
  const unsure = new Set([...begun.unsure, ...goOn(begun).steps.map(({ skill }) => skill)]);
  return { ...begun, unsure, latest: { runId, hasFailed: true } };
}
