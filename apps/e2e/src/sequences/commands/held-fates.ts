import assert from 'node:assert/strict';
import type { RunId } from '@parley/contracts';
import { pendingCard } from '../model/world.js';
import { checkInvariants } from '../play/check-invariants.js';
import { reportsOf } from '../play/check-steps.js';
import type { Play } from '../play/play.js';
import {
  type AskedChat,
  type Begun,
  checkJoined,
  checkRefused,
  conclude,
  postChat,
  postResume,
  streamOf,
  takeChat,
  takeResume,
} from '../play/runs.js';
import type { Command } from './command.js';
import type { Start } from './hold.js';
import type { Surroundings } from './surroundings.js';

export interface Held {
  play: Play;
  run: Begun;
  start: Start;
  command: Extract<Command, { do: 'hold' }>;
  around: Surroundings;
  /** The run goes on. */
  release: () => void;
}

const NOBODYS = 'chat-00000000-0000-7000-8000-000000000000' as RunId;

export async function meetFate(held: Held): Promise<void> {
  const { play, run, command, around } = held;
  switch (command.then) {
    case 'release':
      return goOn(held);
    case 'abort':
      return abort(held);
    case 'abort it':
      return abort(held, run.stream.runId);
    case 'abort, and again':
      await abort(held);
      return again(held);
    case 'abort another':
      assert.deepEqual(await byOther(held, (gateway) => gateway.abort(play.session, NOBODYS)), { aborted: false });
      return goOn(held);
    case 'preempt':
      return preempt(held);
    case 'reject':
      checkRefused(play, await postChat(play, { ...another(play), onActive: 'reject' }, otherOf(held)), 'turn_active');
      return goOn(held);
    case 'enqueue':
      return enqueue(held, { ...another(play), onPending: 'reject' });
    case 'enqueue to answer':
      return enqueue(held, { ...another(play), onPending: 'answer' });
    case 'enqueue and supersede':
      return enqueue(held, another(play));
    case 'enqueue and abort':
      return enqueueAndAbort(held);
    case 'join':
      return join(held);
    case 'kill its engine': {
      const pid = reportsOf(play, run.begun.message).at(-1)?.pid;
      const { engines } = around.stack;
      await around.restart(() => engines.find((engine) => engine.isRunning && engine.pid === pid) ?? engines[0]!);
      return goOn(held);
    }
    case 'kill its gateway':
      await around.restart(() => around.stack.gateways[command.via]!);
      return goOn(held);
    case 'kill the store':
      await around.restart(() => around.stack.stores[0]!);
      return goOn(held);
  }
}

const otherOf = ({ command }: Held) => (command.via === 0 ? 1 : 0);
const byOther = <T>(held: Held, call: Parameters<typeof held.play.door.through<T>>[1]): Promise<T> =>
  held.play.door.through(otherOf(held), call);
const another = (play: Play): AskedChat => ({ agent: 'mixed', message: play.newMessage(), onPending: 'supersede' });

async function goOn({ play, run, release }: Held): Promise<void> {
  release();
  await conclude(play, run);
}

async function abort(held: Held, runId?: RunId): Promise<void> {
  const { play, run } = held;
  const said = await byOther(held, (gateway) => gateway.abort(play.session, runId));
  // Tried again, it may have been this call already.
  if (!play.door.isRough) assert.deepEqual(said, { aborted: true, run_id: run.stream.runId });
  await stopped(held, { reason: 'aborted' });
}

async function stopped({ play, run, release }: Held, how: object): Promise<void> {
  if (play.door.isRough) release();
  const { terminal, events } = await conclude(play, run, true);
  if (!play.door.isRough) assert.deepEqual(terminal, { event: 'preempted', data: how, seq: events.length });
}

/** Answers whose run was stopped are not lost, and their card is not asked again: the same answers make a run that goes on. */
async function again({ play, run, start, command, release }: Held): Promise<void> {
  if ('chat' in start) return;
  release();
  const asked = { ...start.resume, cardId: cardOf(run) };
  const next = await takeResume(play, asked, await postResume(play, asked, command.via));
  assert.ok(next || play.door.isRough, 'a run that goes on');
  if (next) await conclude(play, next);
}

async function preempt(held: Held): Promise<void> {
  const { play } = held;
  const ask = another(play);
  const reaction = await postChat(play, ask, otherOf(held));
  await stopped(held, { reason: 'preempted', by_run_id: streamOf(reaction).runId });
  await conclude(play, takeChat(play, ask, reaction)!);
}

/** A message waits behind the run, and has its turn when it ends; unless a card came that it may not supersede. */
async function enqueue(held: Held, ask: AskedChat): Promise<void> {
  const { play } = held;
  const reaction = await postChat(play, { ...ask, onActive: 'enqueue' }, otherOf(held));
  const waiting = streamOf(reaction);
  await checkInvariants(play, held.run.stream.runId);
  await goOn(held);
  if (pendingCard(play.world) && ask.onPending !== 'supersede') {
    const { terminal } = await waiting.finished();
    play.tell(`; ${ask.message} → ${terminal.event}`);
    assert.equal(terminal.event === 'error' && terminal.data.code, 'card_pending', 'who waited may not have its turn');
    return;
  }
  await conclude(play, takeChat(play, ask, reaction)!);
}

/** Both are stopped. What was said stands in the messages. */
async function enqueueAndAbort(held: Held): Promise<void> {
  const { play } = held;
  const { message } = another(play);
  const waiting = streamOf(await postChat(play, { ...another(play), message, onActive: 'enqueue' }, otherOf(held)));
  await abort(held);
  const { terminal, runId } = await waiting.finished();
  assert.equal(terminal.event, 'preempted');
  const said = { role: 'user', content: message, run_id: runId } as const;
  play.world = { ...play.world, messages: [...play.world.messages, said], latest: { runId, hasFailed: true } };
}

/** Others follow it, from its start; by the same request, where that is a resume. */
async function join(held: Held): Promise<void> {
  const { play, run, start } = held;
  const { runId } = run.stream;
  const followed = await byOther(held, (gateway) => gateway.stream(play.session, { runId }));
  const same =
    'resume' in start ? streamOf(await postResume(play, { ...start.resume, cardId: cardOf(run) }, otherOf(held))) : followed;
  assert.equal(same.runId, runId, 'the same answers at the same time join the run');
  await goOn(held);
  await checkJoined(play, followed);
  if (same !== followed) await checkJoined(play, same);
}

const cardOf = ({ before }: Begun): string | undefined => pendingCard(before)?.card.card_id;
