import assert from 'node:assert/strict';
import {
  type Card,
  isTerminal,
  type NumberedEvent,
  REVIEW_TYPES,
  RUN_ID,
  type RunEventName,
  type RunId,
} from '@parley/contracts';
import { type FinishedRun, firstOf, namesOf, shownText } from './finished-run.js';

const KNOWN: Record<RunEventName, true> = {
  run: true,
  token: true,
  thinking: true,
  tool_call: true,
  tool_result: true,
  remote_agent_output: true,
  todo: true,
  card: true,
  rewind: true,
  end: true,
  preempted: true,
  error: true,
};

/**
 * What holds for every run that has ended, whatever happened to it (protocol, section 2): numbers without a hole, one
 * terminal event and nothing after it, `run` first, a card right before its `end`, and the end's output is what was shown.
 * `fromSeq`: the first number that was to be seen. Throws an AssertionError.
 */
export function checkRun(runId: RunId, events: readonly NumberedEvent[], fromSeq = 1): FinishedRun {
  const names = namesOf(events).join(' ');
  assert.match(runId, RUN_ID, 'the run id');
  assert.deepEqual(
    events.map(({ seq }) => seq),
    events.map((_event, index) => fromSeq + index),
    `numbers without a hole: ${names}`,
  );
  for (const { event } of events) assert.ok(event in KNOWN, `an unknown event: ${event}`);

  const terminal = events.at(-1);
  assert.ok(terminal && isTerminal(terminal), `the last event is a terminal one: ${names}`);
  assert.equal(events.filter(isTerminal).length, 1, `exactly one terminal event: ${names}`);
  const run = firstOf(events, 'run');
  assert.equal(events.filter(({ event }) => event === 'run').length, fromSeq === 1 ? 1 : 0, `one run event: ${names}`);
  if (fromSeq === 1) {
    assert.equal(events[0]?.event, 'run', 'the first event');
    assert.equal(run?.data.run_id, runId, 'the run event names its run');
  }

  const card = firstOf(events, 'card')?.data;
  const isInterrupted = terminal.event === 'end' && terminal.data.status === 'interrupted';
  // A client that comes back right after the card has only the end left to see.
  const cards = events.filter(({ event }) => event === 'card');
  if (events.length > 1 || fromSeq === 1)
    assert.equal(cards.length, isInterrupted ? 1 : 0, `a card exactly where the run was interrupted: ${names}`);
  if (card) {
    assert.equal(events.at(-2)?.event, 'card', `the card is followed by the end: ${names}`);
    checkCard(card);
  }
  const text = shownText(events);
  if (terminal.event === 'end' && fromSeq === 1) assert.equal(terminal.data.output, text, 'the output is what was shown');
  return { runId, events: [...events], terminal, text, ...(card && { card }) };
}

function checkCard(card: Card): void {
  assert.equal(card.type, 'interrupt');
  assert.ok(card.card_id, 'a card has an id');
  assert.ok(REVIEW_TYPES.includes(card.review_type), `a known review type: ${card.review_type}`);
  assert.ok(card.items.length > 0, 'a card has items');
  const ofItems = card.items.flatMap(({ questions }) => questions);
  assert.deepEqual(card.questions, ofItems, 'the flat questions are those of the items');
  for (const { item_id, questions } of card.items) {
    for (const question of questions) assert.equal(question.item_id, item_id, `the item of ${question.field_key}`);
  }
  assert.equal(new Date(card.created_at).toISOString(), card.created_at);
}
