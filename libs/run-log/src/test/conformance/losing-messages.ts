import type { FollowerSetup } from '../follower-setup.js';
import { Reading } from '../reading.js';
import { onceAround, watchReads } from '../redis-hooks.js';
import { end, token } from '../test-run.js';

const SOON_MS = 20;

export function losingMessages(setup: () => FollowerSetup): void {
  it('a message is lost and a later one comes → the hole is filled from the log at once', async () => {
    const run = await setup().openRun();
    const reading = await setup().listening(run);
    await run.writeUnheard([token('lost'), token('lost too')]);
    await run.write([token('heard')]);
    await reading.until(4);
    await run.write([end()]);
    expect(await reading.toEnd()).toEqual(run.events);
  });

  for (const last of [token('lost'), end()]) {
    it(`the last message, ${last.event}, is lost → it is found in the log after a stretch of silence`, async () => {
      const run = await setup().openRun();
      const reading = await setup().listening(run, setup().followers({ silenceMs: SOON_MS }));
      await run.writeUnheard([last]);
      await reading.until(2);
      expect(reading.events).toEqual(run.events);
      if (last.event === 'end') await reading.toEnd();
    });
  }

  it('nothing comes and nothing is lost → only the head is looked at, the log is not read again', async () => {
    const { commands } = setup();
    const run = await setup().openRun();
    const reading = await setup().listening(run, setup().followers({ silenceMs: SOON_MS }));
    const { count } = watchReads(commands);
    for (let look = 0; look < 3; look += 1)
      await new Promise<void>((resolve) => onceAround(commands, 'hmget', 'after', async () => resolve()));
    expect(count()).toBe(0);
    await run.write([end()]);
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('every message is lost → the run is followed from the log alone', async () => {
    const run = await setup().openRun();
    const reading = await setup().listening(run, setup().followers({ silenceMs: SOON_MS }));
    for (const text of ['a', 'b', 'c']) {
      await run.writeUnheard([token(text)]);
      await reading.until(run.lastSeq);
    }
    await run.writeUnheard([end()]);
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('Redis kills the subscriber in mid-stream → the reconnect alone fills the hole, and live goes on', async () => {
    const { redis, subscriberLink } = setup();
    const run = await setup().openRun();
    const reading = await setup().listening(run);
    subscriberLink.holdRequests();
    await redis.client('KILL', 'TYPE', 'pubsub');
    await run.write([token('lost'), token('lost too')]);
    subscriberLink.release();
    await reading.until(3);
    await setup().settled();
    await run.write([token('live'), end()]);
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('events appended between the reconnect and its acknowledged subscription → found without any silence', async () => {
    const { redis, commands, subscriber, subscriberLink } = setup();
    const run = await setup().openRun();
    const reading = await setup().listening(run);
    const ready = new Promise<void>((resolve) => void subscriber.once('ready', resolve));
    subscriberLink.holdRequests();
    await redis.client('KILL', 'TYPE', 'pubsub');
    await ready;
    await subscriberLink.untilHoldingRequests();
    await commands.ping(); // A look into the log that was made too early has been answered, too.
    await run.write([token('lost'), end()]);
    subscriberLink.release();
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('the end comes while the subscriber is away → it ends on the reconnect', async () => {
    const run = await setup().openRun();
    const reading = await setup().listening(run);
    await setup().subscriberLink.cut();
    await run.write([token('lost'), end()]);
    await setup().subscriberLink.restore();
    expect(await reading.toEnd()).toEqual(run.events);
  });

  it('messages come twice and thrice → each event once', async () => {
    const { redis } = setup();
    const run = await setup().openRun();
    const reading = await setup().listening(run);
    for (const text of ['a', 'b', 'c']) {
      const lines = await run.writeUnheard([token(text), token('more')]);
      for (let times = 0; times < 3; times += 1) await redis.publish(run.channel, lines);
      if (text === 'b') await reading.until(run.lastSeq);
    }
    await setup().settled();
    await run.write([end()]);
    expect(await reading.toEnd()).toEqual(run.events);
  });

  for (const order of [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [2], [2, 2], [0, 2, 2], [1, 1, 0, 0]]) {
    for (const pulling of [true, false]) {
      it(`messages arrive as ${order.join(' ')}, ${pulling ? 'pulled as they come' : 'pulled afterwards'} → in order, each once`, async () => {
        const run = await setup().openRun();
        const reading = pulling ? await setup().listening(run) : await Reading.of(setup().followers(), run);
        await reading.until(1);
        const messages: string[] = [];
        for (const text of ['a', 'b', 'c']) messages.push(await run.writeUnheard([token(text), token('more')]));
        for (const index of order) await setup().redis.publish(run.channel, messages[index] ?? '');
        await setup().settled();
        await run.write([end()]);
        expect(await reading.toEnd()).toEqual(run.events);
      });
    }
  }

  for (const garbage of ['', 'not JSON', '{}', '{"kind":"stream"}', '[]', 'null', '{"sequence":"2","event":{"event":"token"}}']) {
    it(`somebody publishes ${JSON.stringify(garbage)} on the run's channel → no event of it, and the run goes on`, async () => {
      const run = await setup().openRun();
      const reading = await setup().listening(run);
      await setup().redis.publish(run.channel, garbage);
      await run.write([token('a')]);
      await reading.until(2);
      await setup().redis.publish(run.channel, garbage);
      await run.write([end()]);
      expect(await reading.toEnd()).toEqual(run.events);
    });
  }
}
