import type { RunEvent } from '@parley/contracts';
import { RunAppender } from '../../run-appender.js';
import type { FollowerSetup } from '../follower-setup.js';
import { Reading } from '../reading.js';
import { onceAround } from '../redis-hooks.js';
import { end, token } from '../test-run.js';

const BATCHES: RunEvent[][] = [
  [token('a'), token('b')],
  [token('身份证号🙂')],
  [token('c'), token('d'), token('e')],
  [token('f'), end()],
];

export function joining(setup: () => FollowerSetup): void {
  for (let before = 0; before <= BATCHES.length; before += 1) {
    it(`joins after ${before} of ${BATCHES.length} batches, from each event on → every later event once, in order, then it ends`, async () => {
      const followers = setup().followers();
      for (let afterSeq = 0, last = 0; afterSeq <= last; afterSeq += 1) {
        const run = await setup().openRun();
        for (const batch of BATCHES.slice(0, before)) await run.write(batch);
        last = run.lastSeq;
        const reading = await Reading.of(followers, run, afterSeq);
        for (const batch of BATCHES.slice(before)) await run.write(batch);
        expect(await reading.toEnd()).toEqual(run.events.slice(afterSeq));
        expect(followers.size).toBe(0);
        expect(await setup().listeners(run)).toBe(0);
      }
    });
  }

  it('pulls each event as it is written → gets it without waiting for anything else', async () => {
    const run = await setup().openRun();
    const reading = await Reading.of(setup().followers(), run);
    for (const text of ['a', 'b', 'c']) {
      await run.write([token(text)]);
      await reading.until(run.lastSeq);
      expect(reading.events).toEqual(run.events);
    }
  });

  it('it is told to look again while it looks for the last time → what was appended since is found', async () => {
    const run = await setup().openRun();
    const reading = await Reading.of(setup().followers(), run);
    onceAround(setup().commands, 'hmget', 'after', async () => {
      await run.writeUnheard([token('lost'), end()]);
      reading.follower.nudge();
    });
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('joins after an event that is not there yet → gets what comes after it only', async () => {
    const run = await setup().openRun();
    const reading = await Reading.of(setup().followers(), run, 3);
    await run.write([token('2'), token('3'), token('4'), end()]);
    expect((await reading.toEnd()).map(({ seq }) => seq)).toEqual([4, 5]);
  });

  it('follows what a RunAppender appends → the very events', async () => {
    const run = await setup().openRun();
    const reading = await Reading.of(setup().followers(), run);
    const events = [token('a\r\nevent: card\u2028'), token('"\\')];
    await new RunAppender(setup().commands).append(run.ref, { epoch: 1, attempt: 1, firstSeq: 2, events });
    await reading.until(3);
    expect(reading.events.slice(1)).toEqual(events.map((event, index) => ({ ...event, seq: 2 + index })));
  });

  for (const { command, moment, when } of [
    { command: 'xrange', moment: 'before', when: 'between the acknowledgement and the look into the log' },
    { command: 'hmget', moment: 'before', when: 'between the look into the log and the look at its head' },
    { command: 'hmget', moment: 'after', when: 'after the look at the head' },
  ] as const) {
    for (const batch of [[token('a'), token('b')], [token('a'), end()], [end()]]) {
      const names = batch.map(({ event }) => event).join(', ');
      it(`${names} appended ${when} → nothing missed, nothing twice`, async () => {
        const run = await setup().openRun();
        await run.write([token('before')]);
        const reading = await Reading.of(setup().followers(), run, 2);
        onceAround(setup().commands, command, moment, async () => {
          await run.write(batch);
          await setup().settled();
        });
        await reading.until(run.lastSeq + batch.length);
        if (run.events.at(-1)?.event !== 'end') await run.write([end()]);
        expect(await reading.toEnd()).toEqual(run.events.slice(2));
      });
    }
  }
}
