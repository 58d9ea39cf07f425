import type { Question } from '@parley/contracts';
import type { AskedResume } from '../model/resume-table.js';
import { pendingCard } from '../model/world.js';
import type { Reaction } from '../play/door.js';
import type { Play } from '../play/play.js';
import { type AskedChat, type Begun, checkRefused, conclude, postChat, takeChat, takeResume } from '../play/runs.js';
import type { Command } from './command.js';

type Meaning = readonly [message: string, value: unknown];

/** What a message means for a question of that type; undefined = nothing for sure. */
const MEANINGS: Record<Question['input_type'], readonly Meaning[]> = {
  text: [
    ['word', 'word'],
    [' 是 ', ' 是 '],
    ['again', 'again'],
  ],
  textarea: [['two\nlines', 'two\nlines']],
  number: [
    ['12', 12],
    ['１，０００', 1000],
    ['-0.5', -0.5],
    ['twelve', undefined],
    ['10万', undefined],
  ],
  boolean: [
    ['yes', true],
    ['否。', false],
    ['YES!', true],
    ['not yes', undefined],
    ['ok?', undefined],
  ],
  date: [
    ['2024-02-29', '2024-02-29'],
    ['2024年2月9日', '2024-02-09'],
    ['02/03/2024', undefined],
  ],
  select: [
    ['north', 'north'],
    ['South ', 'south'],
    ['plaintiff', 'plaintiff'],
    ['Defendant', 'defendant'],
    ['west', undefined],
  ],
  multi_select: [
    ['iou、Receipt', ['iou', 'receipt']],
    ['all', undefined],
  ],
};

/** A message that is meant as the answer to whatever is asked. */
export async function answerByMessage(
  play: Play,
  { what, via, agent }: Extract<Command, { do: 'answer by message' }>,
): Promise<void> {
  const { ask, resume } = meantBy(play, what, agent);
  play.tell(`${JSON.stringify(ask.message)} to ${agent}, on_pending_card answer, through gateway ${via}`);
  const run = await takeMessage(play, ask, resume, await postChat(play, ask, via));
  if (run) await conclude(play, run);
}

interface Meant {
  ask: AskedChat;
  /** Absent where not exactly one question is open: it is a message then, or refused. */
  resume?: AskedResume;
}

function meantBy(play: Play, what: number, agent: AskedChat['agent']): Meant {
  const card = pendingCard(play.world)?.card;
  const [question, ...more] = card?.questions ?? [];
  if (!card || !question || more.length > 0) return { ask: { agent, message: play.newMessage(), onPending: 'answer' } };
  const { field_key, item_id, input_type, options } = question;
  const meanings = MEANINGS[input_type].filter(
    ([, value]) => !options || typeof value !== 'string' || options.some((one) => one.value === value),
  );
  const [message, value] = meanings[what % meanings.length]!;
  const resume = { cardId: card.card_id, action: 'submit', answers: [{ field_key, value, item_id }] } as const;
  return { ask: { agent, message, onPending: 'answer' }, resume };
}

async function takeMessage(
  play: Play,
  ask: AskedChat,
  resume: AskedResume | undefined,
  reaction: Reaction,
): Promise<Begun | undefined> {
  if (resume) return takeResume(play, resume, reaction);
  if (pendingCard(play.world)) return void checkRefused(play, reaction, 'card_pending');
  return takeChat(play, ask, reaction);
}
