import type { NumberedEvent, RunId } from '@parley/contracts';
import { checkRun, type ManagedProcess, type RunStream, UnexpectedReply } from '@parley/testing';
import { steps } from '../test/asks.js';
import { refusalOf } from '../test/refusal.js';
import { newSession, useStack } from '../test/use-stack.js';
import { eventually } from './test/eventually.js';
import { differentSteps, engineAt, stepsOf } from './test/work.js';

const DRAIN_TIMEOUT_MS = 1500;
const USERS = 6;

const stack = useStack({
  gateways: [{ DISCONNECT_GRACE_MS: '0' }, {}],
  engines: [{}, {}],
  env: { DRAIN_TIMEOUT_MS: String(DRAIN_TIMEOUT_MS), STALL_DETECT_MS: '2000' },
});

afterEach(() => stack().startServices(), 60_000);

test('a gateway leaves and its stream does not end in time → the client is sent away, comes back elsewhere and misses nothing, even without a grace', async () => {
  const session = newSession();
  stack().effects.hold(`${session}/gate`);
  const stream = await stack()
    .gateway(0)
    .chat(session, steps('a', { wait: 'gate' }, 'b'), { agent_id: 'steps' });
  await stream.shown('a');
  const leaving = stack().gateways[0]!.terminate();
  await eventually(
    () =>
      stack()
        .gateway(0)
        .send('GET', '//readyz')
        .then(({ status }) => status)
        .catch(() => 503),
    (status) => status === 503,
    DRAIN_TIMEOUT_MS,
  );
  const refused = await stack()
    .gateway(0)
    .send('POST', `/sessions/${newSession()}/chat`, { message: 'x', agent_id: 'talk' })
    .catch(() => undefined);
  if (refused) expect(refusalOf(refused)).toBe('503 draining');
  await stream.ended();
  const back = await stack().gateway(1).stream(session, { runId: stream.runId, after: stream.events.length });
  stack().effects.release(`${session}/gate`);
  const rest = await back.finished();
  expect(checkRun(stream.runId, [...stream.events, ...rest.events])).toMatchObject({ text: 'ab', terminal: { event: 'end' } });
  expect(await leaving).toEqual({ code: 0, signal: null });
});

test('an engine leaves and its run does not end in time → another goes on with it at once, as the same step', async () => {
  const session = newSession();
  stack().effects.hold(`${session}/answer`);
  const stream = await stack().gateway(1).chat(session, 'sand', { agent_id: 'work' });
  await stack().effects.arrived(`${session}/answer`);
  await stream.shown('One. ');
  const leaving = engineAt(stack(), session, 'answer').terminate();
  await stack().effects.arrived(`${session}/answer`, 2);
  stack().effects.release(`${session}/answer`);
  expect((await stream.finished()).text).toBe('One. dug=sand');
  expect(await leaving).toEqual({ code: 0, signal: null });
  expect([stepsOf(stack(), session, 'answer').length, differentSteps(stack(), session, 'answer')]).toEqual([2, 1]);
});

/** What a good client does: tries elsewhere where a gateway is gone or leaves, and comes back to a stream that broke off. */
class User {
  private turn = 0;
  readonly session = newSession();

  constructor(private readonly n: number) {}

  /** One message and the whole answer to it; throws whatever a person would see as an error. */
  async ask(): Promise<void> {
    this.turn += 1;
    const message = steps(`${this.turn}: `, { count: 40, bytes: 20 });
    const headers = { 'idempotency-key': `${this.session}-${this.turn}` };
    let stream = await this.anywhere((n) => stack().gateway(n).chat(this.session, message, { agent_id: 'steps' }, headers));
    const { runId } = stream;
    const events: NumberedEvent[] = [];
    for (;;) {
      await stream.ended();
      events.push(...stream.events);
      if (['end', 'error', 'preempted'].includes(events.at(-1)?.event ?? '')) break;
      stream = await this.back(runId, events.length);
    }
    const { terminal, text } = checkRun(runId, events);
    expect([terminal.event, text.startsWith(`${this.turn}: 1 `)]).toEqual(['end', true]);
  }

  private back(runId: RunId, after: number): Promise<RunStream> {
    return this.anywhere((n) => stack().gateway(n).stream(this.session, { runId, after }));
  }

  private async anywhere(call: (gateway: number) => Promise<RunStream>): Promise<RunStream> {
    for (let n = this.n; ; n += 1) {
      try {
        return await call(n % 2);
      } catch (error) {
        const isElsewhere = !(error instanceof UnexpectedReply) || error.problem.code === 'draining';
        if (!isElsewhere || n > this.n + 200) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }
}

test('all gateways and engines are restarted one after the other while people talk → nobody sees an error, a hole or a word twice', async () => {
  let isOver = false;
  const users = Array.from({ length: USERS }, (_, n) => new User(n));
  const talking = Promise.all(
    users.map(async (user) => {
      let turns = 0;
      for (; !isOver; turns += 1) await user.ask();
      return turns;
    }),
  );
  const roll = async (processes: ManagedProcess[]): Promise<void> => {
    for (const process of processes) {
      expect(await process.terminate()).toEqual({ code: 0, signal: null });
      await process.start();
    }
  };
  await Promise.race([talking, roll(stack().engines).then(() => roll(stack().gateways))]);
  isOver = true;
  for (const turns of await talking) expect(turns).toBeGreaterThan(1);
  for (const { session } of users) expect((await stack().gateway(1).session(session)).active_run_id).toBeNull();
}, 90_000);
