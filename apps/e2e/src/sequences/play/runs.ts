import assert from 'node:assert/strict';
import type { ErrorCode, OnActiveTurn, OnPendingCard, Problem } from '@parley/contracts';
import type { FinishedRun, RunStream } from '@parley/testing';
import type { AgentId } from '../model/agents.js';
import { type AskedResume, expectResume } from '../model/resume-table.js';
import { beginChat, beginResume, failed, goOn } from '../model/turns.js';
import { pendingCard, type World } from '../model/world.js';
import { checkCourse, itemsOf, withAssistant } from './check-run-course.js';
import { checkSteps } from './check-steps.js';
import type { Reaction, Via } from './door.js';
import type { Play } from './play.js';

/** What a run may end with whose worker was killed. */
const LOST: ReadonlySet<string> = new Set<ErrorCode>(['engine_unavailable', 'store_unavailable']);

/** A run that was started, and what the world is from then on. */
export interface Begun {
  before: World;
  begun: World;
  stream: RunStream;
}

export interface AskedChat {
  agent: AgentId;
  message: string;
  onPending: OnPendingCard;
  onActive?: OnActiveTurn;
}

export function postChat(
  play: Play,
  { agent, message, onPending, onActive }: AskedChat,
  via: Via,
  headers = play.newKey(),
): Promise<Reaction> {
  const extras = { agent_id: agent, on_pending_card: onPending, ...(onActive && { on_active_turn: onActive }) };
  return play.door.react(via, (gateway) => gateway.chat(play.session, message, extras, headers));
}

export function postResume(play: Play, { cardId, action, answers }: AskedResume, via: Via): Promise<Reaction> {
  const headers = play.newKey();
  const extras = { action, ...(cardId !== undefined && { card_id: cardId }) };
  return play.door.react(via, (gateway) => gateway.resume(play.session, answers, extras, headers));
}

/** What came of a chat is what had to; undefined where it was refused. */
export function takeChat(play: Play, { agent, message, onPending }: AskedChat, reaction: Reaction): Begun | undefined {
  const { world } = play;
  if (pendingCard(world) && onPending !== 'supersede') return void checkRefused(play, reaction, 'card_pending');
  const stream = streamOf(reaction);
  return { before: world, begun: beginChat(world, { agent, message, runId: stream.runId }), stream };
}

/** What came of a resume is what had to; undefined where it was refused, or joined an earlier run. */
export async function takeResume(play: Play, asked: AskedResume, reaction: Reaction): Promise<Begun | undefined> {
  const { world } = play;
  const expected = expectResume(world, asked);
  if (expected.is === 'refused') return void checkRefused(play, reaction, expected.code, expected.faults);
  const stream = streamOf(reaction);
  const { runId } = stream;
  if (expected.is === 'joined') {
    assert.equal(runId, expected.runId, 'the same answers once more join the run they started');
    await checkJoined(play, stream);
    play.tell('→ joined its run');
    return undefined;
  }
  assert.ok(!play.runs.has(runId), 'a run of its own');
  const { card, items } = expected;
  const { action, answers } = asked;
  return {
    before: world,
    begun: beginResume(world, { card, action, items, runId, answers: action === 'cancel' ? [] : answers }),
    stream,
  };
}

/** Sees a run to its end. `isStopped`: something was done to it that may have ended it. */
export async function conclude(play: Play, run: Begun, isStopped = play.door.isRough): Promise<FinishedRun> {
  const ended = await play.door.follow(play.session, run.stream);
  settle(play, run, ended, isStopped);
  if (play.door.isRough && ended.terminal.event === 'error' && (await wasTakenBack(play, ended))) {
    play.world = run.before;
    play.tell('(taken back)');
  }
  return ended;
}

/** A start whose gateway could not go on is taken back, all of it. */
async function wasTakenBack(play: Play, { runId }: FinishedRun): Promise<boolean> {
  const messages = await play.door.through(0, (gateway) => gateway.messages(play.session));
  return messages.every(({ run_id }) => run_id !== runId);
}

function settle(play: Play, { begun }: Begun, ended: FinishedRun, isStopped: boolean): void {
  const course = goOn(begun);
  play.runs.set(ended.runId, ended);
  const { terminal, card, runId } = ended;
  const isOver = terminal.event === 'end';
  const code = terminal.event === 'error' ? ` ${terminal.data.code}` : '';
  if (code && isStopped)
    assert.ok(play.door.isRough && LOST.has(code.trim()), `it was stopped, or lost; instead it failed:${code}`);
  play.tell(`→ ${terminal.event}${code}${card ? ` asks ${itemsOf(card)}` : ''}`);
  play.world = isOver || !isStopped ? checkCourse(course, ended) : withAssistant(failed(begun, runId), ended);
  checkSteps(play, { world: course.world, isOver });
}

export async function checkJoined(play: Play, stream: RunStream): Promise<void> {
  const run = await play.door.follow(play.session, stream);
  assert.deepEqual(run.events, play.runs.get(stream.runId)?.events, 'whoever joins a run sees all of it');
}

export function streamOf(reaction: Reaction): RunStream {
  assert.ok('stream' in reaction, `refused: ${'refused' in reaction && JSON.stringify(reaction.refused)}`);
  return reaction.stream;
}

/** `faults`: what is wrong with the answers, as `<field_key> <code>`. */
export function checkRefused(play: Play, reaction: Reaction, code: ErrorCode, faults?: readonly string[]): void {
  assert.ok(
    'refused' in reaction,
    `this must be refused as ${code}; instead it is run ${'stream' in reaction && reaction.stream.runId}`,
  );
  const { refused } = reaction;
  play.tell(`→ ${refused.status} ${refused.code}`);
  assert.equal(refused.code, code);
  const card = pendingCard(play.world)?.card;
  const showsCard = code === 'card_pending' || code === 'card_stale' || code === 'card_already_answered';
  assert.deepEqual(refused.card, showsCard ? card : undefined, 'the card in the body is the one that is pending');
  if (faults) assert.deepEqual(faultsOf(refused), faults, 'what is wrong with each answer');
}

const faultsOf = ({ errors = [] }: Problem): string[] =>
  errors.map((error) => ('field_key' in error ? `${error.field_key} ${error.code}` : error.path)).sort();
