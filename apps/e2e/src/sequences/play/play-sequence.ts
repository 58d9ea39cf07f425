import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from '../commands/command.js';
import { perform } from '../commands/perform.js';
import { cancel } from '../commands/resume.js';
import type { Surroundings } from '../commands/surroundings.js';
import { pendingCard } from '../model/world.js';
import { checkInvariants } from './check-invariants.js';
import type { Door } from './door.js';
import { Play } from './play.js';

/** A command, and what comes of it. With killed services it may have to wait for one after the other. */
const COMMAND_LIMIT_MS = 20_000;
const ROUGH_LIMIT_MS = 120_000;
/** Cancelled cards may be followed by others, but not for ever. */
const MOST_CARDS_LEFT = 5;

/** Where a sequence went wrong: `told` says what was done up to there. */
export class SequenceFailed extends Error {
  override readonly name = 'SequenceFailed';

  /** How many commands were played, the failing one included. */
  readonly played: number;

  constructor(told: readonly string[], cause: unknown) {
    super(`${numbered(told)}\n\n${(cause as Error).message}`, { cause });
    this.played = told.length - 1; // The session came first.
  }
}

/** `   1  chat: m1 to mixed … → end asks …` */
export const numbered = (told: readonly string[]): string =>
  told.map((line, at) => `${String(at + 1).padStart(4)}  ${line}`).join('\n');

/**
 * Plays the commands in a session of its own, then cancels what is still asked, so that the answer tells the whole state.
 * Returns what was done, a line for each. Throws `SequenceFailed`.
 */
export async function playSequence(commands: readonly Command[], door: Door, around: Surroundings): Promise<string[]> {
  const play = new Play(door, 'mixed');
  const step = async (name: string, work: () => Promise<void>): Promise<void> => {
    play.told.push(`${name}:`);
    await within(door.isRough ? ROUGH_LIMIT_MS : COMMAND_LIMIT_MS, async () => {
      await work();
      await checkInvariants(play);
    });
  };
  try {
    await step('a new session', () => play.open());
    for (const command of commands) await step(command.do, () => perform(command, play, around));
    for (let left = MOST_CARDS_LEFT; pendingCard(play.world); left -= 1) {
      if (left === 0) throw new Error(`after ${MOST_CARDS_LEFT} cancelled cards there is still one`);
      await step('at last, cancel', () => cancel(play, { do: 'cancel', via: 0 }));
    }
    return play.told;
  } catch (error) {
    throw new SequenceFailed(play.told, error);
  }
}

async function within(limitMs: number, work: () => Promise<void>): Promise<void> {
  const limit = new AbortController();
  const late = delay(limitMs, undefined, { signal: limit.signal, ref: false }).then(() => {
    throw new Error(`still not done after ${limitMs} ms`);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    limit.abort();
    late.catch(() => undefined);
  }
}
