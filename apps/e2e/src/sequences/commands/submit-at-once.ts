import assert from 'node:assert/strict';
import type { Card } from '@parley/contracts';
import { type AskedResume, expectResume } from '../model/resume-table.js';
import { pendingCard } from '../model/world.js';
import type { Via } from '../play/door.js';
import type { Play } from '../play/play.js';
import { checkJoined, conclude, postChat, postResume, streamOf, takeChat, takeResume } from '../play/runs.js';
import { chooseAnswers } from './choose-answers.js';
import type { Command } from './command.js';
import { answersNow, sayResume, submit } from './resume.js';

type AtOnce = Extract<Command, { do: 'submit at once with' }>;

/** Answers that fit, and something else through the other gateway at the same moment: one is first, and the world goes its way. */
export async function submitAtOnce(play: Play, command: AtOnce): Promise<void> {
  const { rival, dice, via } = command;
  const card = pendingCard(play.world)?.card;
  const asked = { ...answersNow(play, dice), cardId: card?.card_id };
  if (!card || expectResume(play.world, asked).is !== 'taken') return submit(play, { do: 'submit', dice, via });

  play.tell(`${rival}: ${sayResume(asked)}, through gateway ${via}`);
  const other = via === 0 ? 1 : 0;
  switch (rival) {
    case 'an abort':
      return withAbort(play, asked, via, other);
    case 'a message':
    case 'a superseding message':
      return withMessage(play, asked, via, { other, onPending: rival === 'a message' ? 'reject' : 'supersede' });
    case 'the same':
    case 'other answers':
    case 'a cancel':
      return withResume(play, asked, via, { other, asked: rivalOf(asked, card, command) });
  }
}

function rivalOf(asked: AskedResume, card: Card, { rival, dice }: AtOnce): AskedResume {
  if (rival === 'the same') return asked;
  if (rival === 'a cancel') return { action: 'cancel', answers: [], cardId: card.card_id };
  const answers = chooseAnswers(card, { ...dice, pick: dice.pick ^ 6, fill: dice.fill.map((roll) => roll ^ 3) });
  return { action: 'submit', answers, cardId: card.card_id };
}

/** It is tried until it hits the run, mostly before a worker has it. */
async function withAbort(play: Play, asked: AskedResume, via: Via, other: Via): Promise<void> {
  const started = postResume(play, asked, via).then((reaction) => takeResume(play, asked, reaction));
  let isOver = false;
  const concluded = started.then((run) => conclude(play, run!, true)).finally(() => (isOver = true));
  concluded.catch(() => undefined);
  let aborted = false;
  while (!aborted && !isOver) ({ aborted } = await play.door.through(other, (gateway) => gateway.abort(play.session)));
  const { terminal } = await concluded;
  assert.equal(terminal.event === 'preempted', aborted, 'aborted: true exactly when this call closed the run');
}

async function withMessage(
  play: Play,
  asked: AskedResume,
  via: Via,
  it: { other: Via; onPending: 'reject' | 'supersede' },
): Promise<void> {
  const ask = { agent: 'mixed', message: play.newMessage(), onPending: it.onPending } as const;
  const [answer, message] = await Promise.all([postResume(play, asked, via), postChat(play, ask, it.other)]);
  if ('refused' in answer) {
    assert.equal(answer.refused.code, 'card_stale', 'the message came first');
    return void (await conclude(play, takeChat(play, ask, message)!));
  }
  const run = (await takeResume(play, asked, answer))!;
  if ('refused' in message) {
    assert.equal(message.refused.code, 'card_pending', 'it met the card, or the next one');
    return void (await conclude(play, run));
  }
  await conclude(play, run, true);
  await conclude(play, takeChat(play, ask, message)!);
}

/** One of them is taken; what becomes of the other follows from that. */
async function withResume(play: Play, one: AskedResume, via: Via, two: { other: Via; asked: AskedResume }): Promise<void> {
  play.tell(`and ${sayResume(two.asked)}`);
  const isWrong = expectResume(play.world, two.asked).is === 'refused';
  const [first, second] = await Promise.all([postResume(play, one, via), postResume(play, two.asked, two.other)]);
  const [winner, loser] = 'stream' in first ? [one, two.asked] : [two.asked, one];
  const [won, lost] = 'stream' in first ? [first, second] : [second, first];
  const run = await takeResume(play, winner, won);
  assert.ok(run, 'one of them is taken');
  const afterwards = expectResume(run.begun, loser);
  await conclude(play, run);
  if (afterwards.is === 'joined') {
    assert.equal(streamOf(lost).runId, run.stream.runId, 'the same answers join the one run');
    return checkJoined(play, streamOf(lost));
  }
  assert.ok(afterwards.is === 'refused' && 'refused' in lost, 'other answers are refused');
  // Wrong answers may also have come while the card was pending.
  const codes: string[] = [afterwards.code, ...(isWrong && loser === two.asked ? ['answers_invalid'] : [])];
  assert.ok(codes.includes(lost.refused.code), `refused as ${codes.join(' or ')}, not ${lost.refused.code}`);
}
