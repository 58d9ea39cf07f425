import type { ChatRequest } from '@parley/contracts';
import { cardOf, type FinishedRun, firstOf, namesOf, type RunStream } from '@parley/testing';
import { newSession, useStack } from '../test/use-stack.js';
import { elapsed, eventually } from './test/eventually.js';
import type { LinkGate } from './test/link-gate.js';
import { useRedisView } from './test/redis-view.js';
import { gateToStore } from './test/services.js';
import { differentSteps, engineAt, occupy } from './test/work.js';

const STALL_DETECT_MS = 1500;
/** Noticed within STALL_DETECT_MS, then said anew; and the machine may be busy. */
const TAKEN_OVER_MS = 2 * STALL_DETECT_MS;
/** The lease and twice as long without a worker, then the gateway's next look. */
const GIVEN_UP_MS = 3 * STALL_DETECT_MS + 5000;

/** Engine 0 is the one that dies; engine 1 has room for one run, and so can be kept from taking any before. */
const stack = useStack({
  gateways: [{}, {}, { ENGINE_TRANSPORT: 'ndjson' }],
  engines: [{}, { ENGINE_CONCURRENCY: '1' }],
  env: { STALL_DETECT_MS: String(STALL_DETECT_MS) },
});
const redis = useRedisView(stack);

/** Engine 0 ⇄ store. */
let gate: LinkGate;
beforeAll(async () => {
  gate = await gateToStore(stack(), 'engines', 0);
}, 60_000);
afterAll(() => gate.cut());

/** Whoever looks from elsewhere, and the gateway that reaches engine 0 over HTTP. */
const [OTHER, NDJSON] = [1, 2];

const gateway = (which = 0) => stack().gateway(which);

interface Run {
  session: string;
  stream: RunStream;
}

async function begun(message: string, which = 0, extras: Partial<ChatRequest> = {}): Promise<Run> {
  const session = newSession();
  return { session, stream: await gateway(which).chat(session, message, { agent_id: 'work', ...extras }) };
}

/** A run of the agent `work` that stands at a step until it is released. */
async function at(step: string, { message = 'sand', which = 0, ...extras }: AtOptions = {}): Promise<Run> {
  const session = newSession();
  stack().effects.hold(`${session}/${step}`);
  const stream = await gateway(which).chat(session, message, { agent_id: 'work', ...extras });
  await stack().effects.arrived(`${session}/${step}`);
  if (step === 'answer') await stream.shown('One. ');
  return { session, stream };
}
type AtOptions = Partial<ChatRequest> & { which?: number };

const release = ({ session }: Run, step: string) => stack().effects.release(`${session}/${step}`);
const count = ({ session }: Run, step: string) => stack().effects.count(`${session}/${step}`);

/** Whole, once, stored, the same for everybody, and each step had one id: as if nothing had happened. */
async function expectWhole({ session, stream }: { session: string; stream: RunStream }): Promise<FinishedRun> {
  const run = await stream.finished();
  expect([run.terminal.event, run.text]).toEqual(['end', 'One. dug=sand']);
  expect((await gateway(OTHER).messages(session)).map(({ content }) => content)).toEqual(['sand', run.text]);
  expect((await gateway(OTHER).session(session)).active_run_id).toBeNull();
  expect((await (await gateway(OTHER).stream(session, { runId: run.runId })).finished()).events).toEqual(run.events);
  expect(['prepare', 'dig', 'answer'].map((step) => differentSteps(stack(), session, step))).toEqual([1, 1, 1]);
  return run;
}

async function bringBack(): Promise<void> {
  gate.release();
  await stack().startServices();
}

const noJobLeft = () =>
  eventually(
    () => redis().jobs(),
    (jobs) => jobs.length === 0,
    10_000,
  );

describe('an engine is killed with runs at every point of their lives', () => {
  let runs: Record<'answer' | 'skill' | 'alone' | 'follower' | 'ndjson' | 'closing' | 'card' | 'taking', Run>;
  let killedAt: number;

  beforeAll(async () => {
    const free = await occupy(stack(), stack().engines[1]!);
    const [answer, skill, alone, ndjson, closing, card] = await Promise.all([
      at('answer'),
      at('dig'),
      at('dig', { on_disconnect: 'continue' }),
      at('answer', { which: NDJSON }),
      at('answer'),
      at('dig', { message: 'ask' }),
    ]);
    const follower = { session: answer.session, stream: await gateway(OTHER).stream(answer.session) };
    alone.stream.leave();
    gate.hold('requests', /"turn\.(end|claim)"/);
    release(closing, 'answer');
    release(card, 'dig');
    await gate.untilHoldingRequests(/"turn\.end".*"turn\.end"/s);
    const taking = await begun('sand');
    await gate.untilHoldingRequests(new RegExp(`"turn\\.claim".*${taking.stream.runId}`, 's'));
    runs = { answer, skill, alone, follower, ndjson, closing, card, taking };
    killedAt = performance.now();
    await stack().engines[0]!.kill();
    for (const run of [answer, ndjson]) release(run, 'answer');
    for (const run of [skill, alone]) release(run, 'dig');
    free();
  }, 60_000);
  afterAll(bringBack, 60_000);

  test('in the middle of the answer → another takes over in time, takes the half answer back and gives it whole', async () => {
    const run = await expectWhole(runs.answer);
    expect(performance.now() - killedAt).toBeLessThan(TAKEN_OVER_MS);
    expect(firstOf(run.events, 'rewind')?.data).toEqual({ to_seq: 1, reason: 'worker_lost' });
    expect((await runs.follower.stream.finished()).events).toEqual(run.events);
    expect(count(runs.answer, 'answer')).toBe(2);
  });

  test('in the middle of a skill → the skill runs again as the same step; nothing is taken back', async () => {
    const run = await expectWhole(runs.skill);
    expect(namesOf(run.events)).toEqual(['run', 'token', 'token', 'end']);
    expect([count(runs.skill, 'dig'), count(runs.skill, 'answer')]).toEqual([2, 1]);
  });

  test('nobody follows the run (continue) → another finishes it all the same', async () => {
    const { session, stream } = runs.alone;
    await eventually(
      () => gateway().session(session),
      ({ active_run_id }) => active_run_id === null,
    );
    await expectWhole({ session, stream: await gateway(OTHER).stream(session, { runId: stream.runId }) });
  });

  test('after the last checkpoint, before the close reached the store → another closes it; nothing is done or said again', async () => {
    const run = await expectWhole(runs.closing);
    expect(namesOf(run.events)).toEqual(['run', 'token', 'token', 'end']);
    expect(['dig', 'answer'].map((step) => count(runs.closing, step))).toEqual([1, 1]);
  });

  test('after the card was made, before anybody saw it → it is shown once, is pending, and can be answered', async () => {
    const { session, stream } = runs.card;
    const run = await stream.finished();
    expect(namesOf(run.events)).toEqual(['run', 'card', 'end']);
    expect((await gateway(OTHER).pendingCard(session)).card).toEqual(cardOf(run));
    expect(count(runs.card, 'dig')).toBe(1);
    expect((await gateway(OTHER).answer(session, { where: 'here' })).text).toBe('One. dug=here');
  });

  test('before the store had given it the run → another does all of it; the message is not lost', async () => {
    await expectWhole(runs.taking);
    expect(count(runs.taking, 'prepare')).toBe(1);
  });

  test('over ndjson → one engine_unavailable in bounded time; the session goes on', async () => {
    const { session, stream } = runs.ndjson;
    const run = await stream.finished();
    expect(performance.now() - killedAt).toBeLessThan(GIVEN_UP_MS);
    expect(run).toMatchObject({ text: 'One. ', terminal: { event: 'error', data: { code: 'engine_unavailable' } } });
    expect((await gateway().messages(session)).at(-1)).toMatchObject({ content: 'One. ', failed: true });
    expect((await gateway().ask(session, 'more', { agent_id: 'talk' })).text).toBe('echo: more');
  });

  test('when all have ended → no job is left', noJobLeft);
});

describe('an engine is killed when the store has done what it asked for, and it does not know yet', () => {
  let runs: Record<'closing' | 'behind' | 'card' | 'taking', Run>;

  beforeAll(async () => {
    const free = await occupy(stack(), stack().engines[1]!);
    const [closing, card] = await Promise.all([at('answer'), at('dig', { message: 'ask' })]);
    const { session } = closing;
    const waits = { agent_id: 'work', on_active_turn: 'enqueue' } as const;
    const behind = { session, stream: await gateway(OTHER).chat(session, 'gold', waits) };
    await behind.stream.next('run');
    gate.hold('replies', /"turn\.(end|claim)"/);
    release(closing, 'answer');
    release(card, 'dig');
    await Promise.all([closing.stream.finished(), card.stream.finished()]);
    const taking = await begun('sand');
    await eventually(
      () => redis().attemptOf(taking.session, taking.stream.runId),
      (attempt) => attempt === 1,
    );
    runs = { closing, behind, card, taking };
    await stack().engines[0]!.kill();
    free();
  }, 60_000);
  afterAll(bringBack, 60_000);

  test('a turn is closed → nothing is left to do', async () => {
    const { session, stream } = runs.closing;
    const run = await stream.finished();
    expect((await gateway(OTHER).messages(session)).slice(0, 2).map(({ content }) => content)).toEqual(['sand', run.text]);
    expect((await (await gateway(OTHER).stream(session, { runId: run.runId })).finished()).events).toEqual(run.events);
  });

  test('the turn that waited behind it has begun → it runs', async () => {
    expect((await runs.behind.stream.finished()).text).toBe('One. dug=gold');
  });

  test('a card is pending → it can be answered', async () => {
    const { session, stream } = runs.card;
    expect((await gateway(OTHER).pendingCard(session)).card).toEqual(cardOf(await stream.finished()));
    expect((await gateway(OTHER).answer(session, { where: 'here' })).text).toBe('One. dug=here');
  });

  test('the run is given to it → another takes it over from the start', async () => {
    const run = await expectWhole(runs.taking);
    expect(namesOf(run.events)).toEqual(['run', 'token', 'token', 'end']);
    expect(count(runs.taking, 'prepare')).toBe(1);
  });

  test('when all have ended → no job is left', noJobLeft);
});

test('the engine is killed again and again → after three take-overs the turn ends as engine_unavailable; the session goes on', async () => {
  const run = await at('answer');
  const { session, stream } = run;
  for (let n = 1; n <= 4; n += 1) {
    await stack().effects.arrived(`${session}/answer`, n);
    await eventually(
      () => namesOf(stream.events).filter((name) => name === 'token').length,
      (tokens) => tokens === n,
    );
    const engine = engineAt(stack(), session, 'answer');
    await engine.kill();
    await engine.start();
  }
  const { terminal, events } = await stream.finished();
  expect(terminal).toMatchObject({ event: 'error', data: { code: 'engine_unavailable', retryable: true } });
  expect(namesOf(events).filter((name) => name === 'rewind')).toHaveLength(3);
  expect([count(run, 'answer'), differentSteps(stack(), session, 'answer')]).toEqual([4, 1]);
  expect((await gateway(OTHER).messages(session)).map(({ content, failed }) => [content, failed ?? false])).toEqual([
    ['sand', false],
    ['One. ', true],
  ]);
  release(run, 'answer');
  expect((await gateway(OTHER).ask(session, 'gold', { agent_id: 'work' })).text).toBe('One. dug=gold');
}, 60_000);

test('no engine is left → the gateway ends the run in bounded time; what is said then waits for one to come back, the old run is over', async () => {
  const run = await at('answer');
  const { session, stream } = run;
  await Promise.all(stack().engines.map((engine) => engine.kill()));
  expect(await elapsed(stream.finished())).toBeLessThan(GIVEN_UP_MS);
  expect(await stream.finished()).toMatchObject({
    text: 'One. ',
    terminal: { event: 'error', data: { code: 'engine_unavailable' } },
  });
  release(run, 'answer');
  const next = await gateway(OTHER).chat(session, 'gold', { agent_id: 'work' });
  await next.next('run');
  await stack().startServices();
  expect((await next.finished()).text).toBe('One. dug=gold');
  await noJobLeft();
  expect(count(run, 'answer')).toBe(2);
}, 60_000);
