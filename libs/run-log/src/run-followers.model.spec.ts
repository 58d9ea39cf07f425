import 'reflect-metadata';
import fc from 'fast-check';
import { useFollowerSetup, type FollowerSetup } from './test/follower-setup.js';
import { Reading } from './test/reading.js';
import type { RunFollowers } from './run-followers.js';
import { end, token, type TestRun } from './test/test-run.js';

/** What may happen to a run and to those who follow it; numbers are taken modulo what there is at that moment. */
type Step =
  | { do: 'write'; events: number; bytes: number; heard: boolean }
  | { do: 'repeat'; message: number }
  | { do: 'join'; afterSeq: number }
  | { do: 'pull' | 'leave'; reader: number }
  | { do: 'kill' };

const index = fc.nat({ max: 1000 });
const write = fc.record({
  do: fc.constant('write' as const),
  events: fc.integer({ min: 1, max: 5 }),
  bytes: fc.constantFrom(1, 1, 1, 100_000),
  heard: fc.boolean(),
});
const repeat = fc.record({ do: fc.constant('repeat' as const), message: index });
const join = fc.record({ do: fc.constant('join' as const), afterSeq: index });
const pull = fc.record({ do: fc.constant('pull' as const), reader: index });
const leave = fc.record({ do: fc.constant('leave' as const), reader: index });
const kill = fc.constant({ do: 'kill' as const });
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: write, weight: 8 },
  { arbitrary: pull, weight: 8 },
  { arbitrary: join, weight: 4 },
  { arbitrary: repeat, weight: 2 },
  { arbitrary: leave, weight: 1 },
  { arbitrary: kill, weight: 1 },
);

/** A reader that takes one batch whenever it is told to, however long that takes. */
class Joined {
  private pulling: Promise<unknown> = Promise.resolve();
  private hasLeft = false;

  constructor(
    readonly afterSeq: number,
    private readonly reading: Reading,
  ) {}

  pull(): void {
    this.pulling = this.pulling.then(() => this.reading.pull());
  }

  leave(): void {
    this.hasLeft = true;
    this.reading.leave();
  }

  async expectEvents(run: TestRun): Promise<void> {
    await this.pulling;
    const events = await this.reading.toEnd();
    const all = run.events.slice(this.afterSeq);
    expect(events).toEqual(this.hasLeft ? all.slice(0, events.length) : all);
  }
}

class Model {
  private readonly joined: Joined[] = [];
  private readonly messages: string[] = [];

  constructor(
    private readonly setup: FollowerSetup,
    private readonly followers: RunFollowers,
    private readonly run: TestRun,
  ) {}

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'write':
        return this.write(
          Array.from({ length: step.events }, (_, at) => token(`${at}`.padEnd(step.bytes))),
          step.heard,
        );
      case 'repeat':
        return void (await this.setup.redis.publish(this.run.channel, pick(this.messages, step.message) ?? 'garbage'));
      case 'join':
        return this.join(step.afterSeq % (this.run.lastSeq + 1));
      case 'pull':
        return pick(this.joined, step.reader)?.pull();
      case 'leave':
        return pick(this.joined, step.reader)?.leave();
      case 'kill':
        return void (await this.setup.redis.client('KILL', 'TYPE', 'pubsub'));
    }
  }

  async finish(lastIsHeard: boolean): Promise<void> {
    await this.write([end()], lastIsHeard);
    for (const reader of this.joined) await reader.expectEvents(this.run);
    expect(this.followers.size).toBe(0);
    expect(await this.setup.listeners(this.run)).toBe(0);
  }

  private async write(events: Parameters<TestRun['write']>[0], heard: boolean): Promise<void> {
    this.messages.push(this.run.linesOf(events));
    await (heard ? this.run.write(events) : this.run.writeUnheard(events));
  }

  private async join(afterSeq: number): Promise<void> {
    this.joined.push(new Joined(afterSeq, await Reading.of(this.followers, this.run, afterSeq)));
  }
}

const pick = <T>(list: T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

describe('RunFollowers, whatever happens in whatever order', () => {
  const setup = useFollowerSetup({ enableAutoPipelining: true });

  it('each reader has exactly the events after its join, each once, in order, to the end; nothing is left behind', async () => {
    const followers = setup().followers({ silenceMs: 5 });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, lastIsHeard) => {
        const model = new Model(setup(), followers, await setup().openRun());
        for (const step of steps) await model.take(step);
        await model.finish(lastIsHeard);
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});
