import assert from 'node:assert/strict';
import type { RunId } from '@parley/contracts';
import { type AskedResume, expectResume } from '../model/resume-table.js';
import { beginChat, beginResume, goOn } from '../model/turns.js';
import { pendingCard } from '../model/world.js';
import { checkInvariants } from '../play/check-invariants.js';
import { reportKey } from '../play/check-steps.js';
import type { Play } from '../play/play.js';
import { type AskedChat, type Begun, conclude, postChat, postResume, takeChat, takeResume } from '../play/runs.js';
import type { Command } from './command.js';
import { meetFate } from './held-fates.js';
import { answersNow, sayResume } from './resume.js';
import type { Surroundings } from './surroundings.js';

type Hold = Extract<Command, { do: 'hold' }>;

/** What is asked for: a chat, or a resume. */
export type Start = { chat: AskedChat } | { resume: AskedResume };

/** Starts a run that stops at one of its steps, looks at what holds meanwhile, and does something to it. */
export async function hold(play: Play, command: Hold, around: Surroundings): Promise<void> {
  const start = startOf(play, command);
  const { via, at, then } = command;
  play.tell(
    `${'chat' in start ? `${start.chat.message} to ${start.chat.agent}` : sayResume(start.resume)}, through gateway ${via}`,
  );
  const { message, points } = stepsOf(play, start);
  const point = points[at % Math.max(1, points.length)];
  if (point === undefined) {
    const run = await begin(play, start, command);
    return run && void (await conclude(play, run));
  }

  play.tell(`held at ${point}: ${then}`);
  const key = reportKey(play, point, message);
  const before = play.effects.count(key);
  play.effects.hold(key);
  try {
    const run = await begin(play, start, command);
    if (!run) return;
    const { stream, begun } = run;
    await Promise.race([play.effects.arrived(key, before + 1), stream.ended()]);
    if (!play.door.isRough) {
      assert.ok(!stream.isOver, `the run ended before its step ${point}`);
      play.world = begun;
      await checkInvariants(play, stream.runId);
    }
    await meetFate({ play, run, start, command, around, release: () => play.effects.release(key) });
  } finally {
    play.effects.release(key);
  }
}

/** Answers where some are asked for and chance has it so, else a message. */
function startOf(play: Play, { what, dice }: Hold): Start {
  const resume: AskedResume = what === 'cancel' ? { action: 'cancel', answers: [] } : answersNow(play, dice);
  if (what !== 'chat' && expectResume(play.world, resume).is === 'taken') return { resume };
  return { chat: { agent: 'mixed', message: play.newMessage(), onPending: 'supersede' } };
}

/** The message it is about, and the modules that will run. */
function stepsOf({ world }: Play, start: Start): { message: string; points: string[] } {
  const runId = 'not known yet' as RunId;
  if ('chat' in start) {
    const course = goOn(beginChat(world, { ...start.chat, runId }));
    return { message: start.chat.message, points: course.steps.map(({ skill }) => skill) };
  }
  const { action, answers } = start.resume;
  const expected = expectResume(world, start.resume);
  const items = expected.is === 'taken' ? expected.items : [];
  const course = goOn(beginResume(world, { card: pendingCard(world)!, action, answers, items, runId }));
  return { message: world.message, points: course.steps.map(({ skill }) => skill) };
}

async function begin(play: Play, start: Start, { via }: Hold): Promise<Begun | undefined> {
  if ('chat' in start) return takeChat(play, start.chat, await postChat(play, start.chat, via));
  return takeResume(play, start.resume, await postResume(play, start.resume, via));
}
