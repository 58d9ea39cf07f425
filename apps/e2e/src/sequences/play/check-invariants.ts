import assert from 'node:assert/strict';
import type { Message, Page, PendingCard, Problem, RunId, Session } from '@parley/contracts';
import { type ExpectedMessage, pendingCard } from '../model/world.js';
import type { Via } from './door.js';
import type { Play } from './play.js';

/** Nobody ever asked for it. */
const WRONG = { answers: [{ field_key: 'nobody.asked', value: 1 }] };

/**
 * What must hold after every command, and while a run is held (`active`): both gateways, the guard of `resume`, the session,
 * the list of sessions and the messages say of the card what the world says. None of this changes anything.
 */
export async function checkInvariants(play: Play, active?: RunId): Promise<void> {
  await Promise.all([
    checkPending(play, 0),
    checkPending(play, 1),
    checkGuard(play, 0),
    checkGuard(play, 1),
    checkSession(play, active),
    checkMessages(play),
  ]);
}

async function checkPending(play: Play, via: Via): Promise<void> {
  const said = await play.door.through(via, (gateway) => gateway.pendingCard(play.session));
  const card = pendingCard(play.world)?.card ?? null;
  const expected: PendingCard = { has_pending_card: card !== null, card };
  assert.equal(said.card?.card_id, card?.card_id, `pending_card, through gateway ${via}`);
  assert.deepEqual(said, expected, `pending_card, through gateway ${via}`);
}

/** The guard agrees: wrong answers are looked at exactly where there is something to answer. */
async function checkGuard(play: Play, via: Via): Promise<void> {
  const reply = await play.door.send(via, 'POST', `/sessions/${play.session}/resume`, { user_response: WRONG });
  const expected = pendingCard(play.world) ? '422 answers_invalid' : '409 no_pending_card';
  assert.equal(`${reply.status} ${(reply.json as Problem).code}`, expected, `the guard of resume, through gateway ${via}`);
}

async function checkSession({ door, session, user, world }: Play, active: RunId | undefined): Promise<void> {
  const [one, list] = await Promise.all([
    door.through(0, (gateway) => gateway.session(session)),
    door.through(1, (gateway) => gateway.sessions(`?user_id=${user}`)),
  ]);
  const { items } = list satisfies Page<Session>;
  for (const [where, found] of [
    ['the session', one],
    ['the session in the list', items[0]],
  ] as const) {
    const { awaiting_card, active_run_id, agent_id } = found!;
    const expected = {
      awaiting_card: pendingCard(world)?.card.card_id ?? null,
      active_run_id: active ?? null,
      agent_id: world.agent,
    };
    assert.deepEqual({ awaiting_card, active_run_id, agent_id }, expected, where);
  }
}

async function checkMessages({ door, session, world }: Play): Promise<void> {
  const messages = await door.through(0, (gateway) => gateway.messages(session));
  // Another turn that showed nothing has no assistant message, or an empty flagged one.
  const isEmpty = ({ role, content, card }: Message): boolean => role === 'assistant' && content === '' && !card;
  const shown = messages.filter((message) => !isEmpty(message));
  assert.deepEqual(shown.map(essence), world.messages, 'the messages');
  const turns = messages.map(({ turn }) => turn);
  assert.deepEqual(
    turns,
    turns.toSorted((a, b) => a - b),
    'turns in order',
  );
}

function essence({ role, run_id, content, answers, card, preempted, failed }: Message): ExpectedMessage {
  return {
    ...{ role, run_id: run_id as RunId, content },
    ...(answers && { answers }),
    ...(card && { card }),
    ...(preempted && { preempted }),
    ...(failed && { failed }),
  };
}
