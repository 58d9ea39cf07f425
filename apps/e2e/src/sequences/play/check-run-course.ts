import assert from 'node:assert/strict';
import type { Card } from '@parley/contracts';
import { type FinishedRun, firstOf } from '@parley/testing';
import type { ModelQuestion } from '../model/agents.js';
import type { Course } from '../model/turns.js';
import { answeredItems, type ExpectedMessage, knownCard, type Mark, shownItems, type World } from '../model/world.js';

/** How a run that nobody stopped must have ended. Returns the world after it. */
export function checkCourse({ world, asking }: Course, run: FinishedRun): World {
  const { terminal, text, card } = run;
  const { agent_id, kind } = firstOf(run.events, 'run')!.data;
  const isResume = world.messages.at(-1)?.answers !== undefined;
  assert.deepEqual({ agent_id, kind }, { agent_id: world.agent, kind: isResume ? 'resume' : 'chat' }, 'the run event');
  assert.ok(terminal.event === 'end', `the run ends with an end, not with ${JSON.stringify(terminal)}`);
  const ended = { ...world, latest: { runId: run.runId, hasFailed: false } };
  if (asking.length === 0) {
    assert.equal(card, undefined, `nothing is left to ask, but there is a card: ${card && itemsOf(card)}`);
    assert.deepEqual(JSON.parse(text), { state: world.facts }, 'the state is what was accepted, and what skills made of it');
    return withAssistant(ended, run);
  }
  assert.ok(card, `a card is expected of ${asking.join(', ')}; instead: ${text}`);
  assert.equal(text, '', 'nothing is said before the card is answered');
  return withAssistant(checkCard(ended, asking, card), run);
}

/** The card has an item for each skill that asks, the same one where it asked before, a new one where not. */
function checkCard(world: World, asking: readonly string[], card: Card): World {
  const ids = card.items.map(({ item_id }) => item_id);
  const answered = ids.filter((id) => answeredItems(world).has(id));
  assert.deepEqual(answered, [], `items that were answered are asked again: ${itemsOf(card)}`);
  assert.deepEqual(
    card.items.map(({ skill }) => skill),
    asking,
    'the skills that ask',
  );
  assert.equal(new Set(ids).size, ids.length, 'no two items have one id');
  assert.equal(knownCard(world, card.card_id), undefined, 'the card id is new');
  const shown = shownItems(world);
  const marks: Record<string, Mark> = { ...world.marks };
  for (const { skill, item_id, questions } of card.items) {
    const { ask } = marks[skill]!;
    if (ask?.itemId !== undefined) assert.equal(item_id, ask.itemId, `${skill}: an item that stays open keeps its id`);
    else assert.ok(!shown.has(item_id), `${skill}: what is asked anew has an id that was never shown: ${item_id}`);
    assert.deepEqual(questions.map(essence), ask?.questions.map(essence), `what ${skill} asks`);
    marks[skill] = { ...marks[skill]!, ask: { questions: ask?.questions ?? [], itemId: item_id } };
  }
  assert.equal(card.expires_at === undefined, world.agent === 'other', 'only `mixed` has a card_ttl');
  const { agent } = world;
  return { ...world, marks, cards: [...world.cards, { card, agent, fate: 'pending' }] };
}

type Comparable = Omit<ModelQuestion, 'options'> & { options?: readonly (string | { value: string })[] };

const essence = ({ field_key, input_type, required, options = [], ...limits }: Comparable) => ({
  ...{ field_key, input_type, required },
  options: options.map((option) => (typeof option === 'string' ? option : option.value)),
  limits: [limits.min, limits.max, limits.min_length, limits.max_length],
});

/** The world with the assistant's message of a run, as the store must have it: what was shown, or nothing. */
export function withAssistant(world: World, { runId, text, card, terminal }: FinishedRun): World {
  if (text === '' && !card) return world;
  const message: ExpectedMessage = {
    ...{ role: 'assistant', run_id: runId, content: text },
    ...(card && { card }),
    ...(terminal.event === 'preempted' && { preempted: true }),
    ...(terminal.event === 'error' && { failed: true }),
  };
  return { ...world, messages: [...world.messages, message] };
}

/** For people: `claim(claim.title, note) twice(twice.second)`. */
export const itemsOf = ({ items }: Pick<Card, 'items'>): string =>
  items.map(({ skill, questions }) => `${skill}(${questions.map(({ field_key }) => field_key).join(', ')})`).join(' ');
