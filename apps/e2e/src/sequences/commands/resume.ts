import assert from 'node:assert/strict';
import type { Answer, Card, Problem } from '@parley/contracts';
import type { AskedResume } from '../model/resume-table.js';
import { type Claim, pendingCard } from '../model/world.js';
import type { Via } from '../play/door.js';
import type { Play } from '../play/play.js';
import { conclude, postResume, takeResume } from '../play/runs.js';
import { chat } from './chat.js';
import { chooseAnswers, type Dice } from './choose-answers.js';
import type { Command } from './command.js';
import { MALFORMED, SPOILS } from './spoil-answers.js';

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>;

const NO_CARD = { items: [] };

/** Answers to the pending card; something to say also where none is pending. */
export function answersNow(play: Play, dice: Dice): AskedResume {
  const card = pendingCard(play.world)?.card;
  const answers = card ? chooseAnswers(card, dice) : [{ field_key: 'claim.title', value: 'too late' }];
  return { action: 'submit', answers, ...(dice.namesCard && card && { cardId: card.card_id }) };
}

/** Where nothing is asked: a message, which may lead to a card. (The guard is looked at after every command anyway.) */
export function submit(play: Play, { dice, via }: Of<'submit'>): Promise<void> {
  if (pendingCard(play.world)) return resume(play, answersNow(play, dice), via);
  return chat(play, { do: 'chat', agent: 'mixed', supersedes: false, isRepeated: dice.isNamed, via });
}

export const cancel = (play: Play, { via }: Of<'cancel'>): Promise<void> => resume(play, { action: 'cancel', answers: [] }, via);

export function submitWrongly(play: Play, { spoil, dice, via }: Of<'submit wrongly'>): Promise<void> {
  const right = answersNow(play, dice);
  const answers = SPOILS[spoil]!(right.answers, pendingCard(play.world)?.card ?? NO_CARD);
  play.tell(`(${spoil})`);
  return resume(play, { ...right, answers }, via);
}

export async function submitMalformed(play: Play, { what, via }: Of<'submit malformed'>): Promise<void> {
  const user_response = MALFORMED[what];
  play.tell(JSON.stringify(user_response));
  const reply = await play.door.send(via, 'POST', `/sessions/${play.session}/resume`, { user_response });
  assert.equal(`${reply.status} ${(reply.json as Problem).code}`, '400 validation_failed');
}

export function answerEarlier(play: Play, { which, how, dice, via }: Of<'answer an earlier card'>): Promise<void> {
  const earlier = play.world.cards.filter(({ fate }) => fate !== 'pending').toReversed();
  const known = earlier[which % Math.max(1, earlier.length)];
  const cardId = known?.card.card_id ?? 'card-of-nobody';
  if (how === 'cancel') return resume(play, { cardId, action: 'cancel', answers: [] }, via);
  const other = { action: 'submit', answers: chooseAnswers(known?.card ?? NO_CARD, dice) } as const;
  return resume(play, { cardId, ...(known?.claim && how === 'as before' ? again(known.claim, known.card, dice) : other) }, via);
}

export const answerUnknown = (play: Play, { via }: Of<'answer a card that never was'>): Promise<void> =>
  resume(play, { cardId: 'card-00000000-0000-7000-8000-000000000000', action: 'submit', answers: [] }, via);

/** The same answers, in another order, with or without an item that is clear anyway. */
export function again(
  { action, items }: Claim,
  { questions }: Card,
  { isNamed, isReversed }: Dice,
): Pick<AskedResume, 'action' | 'answers'> {
  const isClear = (key: string): boolean => questions.filter(({ field_key }) => field_key === key).length === 1;
  const answers = items.flatMap(({ item_id, values }) =>
    Object.entries(values).map(([field_key, value]): Answer => ({
      field_key,
      value,
      ...((isNamed || !isClear(field_key)) && { item_id }),
    })),
  );
  return { action, answers: isReversed ? answers.reverse() : answers };
}

async function resume(play: Play, asked: AskedResume, via: Via): Promise<void> {
  play.tell(`${sayResume(asked)}, through gateway ${via}`);
  const run = await takeResume(play, asked, await postResume(play, asked, via));
  if (run) await conclude(play, run);
}

/** For people. */
export function sayResume({ cardId, action, answers }: AskedResume): string {
  const values = answers.map(
    ({ field_key, value, item_id }) => `${item_id === undefined ? '' : `${item_id} `}${field_key}=${JSON.stringify(value)}`,
  );
  return `${action === 'cancel' ? 'cancel' : `{ ${values.join(', ')} }`}${cardId === undefined ? '' : ` for ${cardId}`}`;
}
