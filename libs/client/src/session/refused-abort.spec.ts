import { ABORT, problem } from '../test/answers.js';
import type { RawReply } from '../test/raw-server.js';
import { end, preempted, token } from '../test/runs.js';
import { Talk } from '../test/talk.js';
import { useServer } from '../test/use-server.js';

const { server, client } = useServer();

describe('an abort that is refused', () => {
  it('the answer is running → it speaks on, with the words that came meanwhile', async () => {
    const talk = new Talk(server());
    const session = client().session('s1');
    const told: string[] = [];
    const run = session.chat('one', { onToken: (text) => told.push(text) });
    const loop = run[Symbol.asyncIterator]();
    await loop.next();
    await loop.next();
    server().on(ABORT, problem(500, 'internal'));
    const aborted = session.abort();
    talk.say(1, { ...token(' two'), seq: 3 });
    await expect(aborted).rejects.toMatchObject({ code: 'internal' });
    talk.say(1, { ...token(' three'), seq: 4 }, { ...preempted, seq: 5 });
    await run.result;
    expect(told).toEqual(['first word of 1', ' two', ' three']);
    expect(await loop.next()).toMatchObject({ value: { seq: 3 } });
  });

  it.each(['ended', 'been left'])('the answer has %s already → no late words', async (how) => {
    const talk = new Talk(server());
    const session = client().session('s1');
    const told: string[] = [];
    const spoken = Promise.withResolvers<void>();
    const run = session.chat('one', {
      onToken: (text) => (told.push(text), spoken.resolve()),
      onEnd: () => told.push('the end'),
    });
    await spoken.promise;
    const asked = Promise.withResolvers<RawReply>();
    server().on(ABORT, (reply) => asked.resolve(reply));
    const aborted = session.abort();
    const reply = await asked.promise;
    talk.say(1, { ...token(' late'), seq: 3 });
    while (!run.text.includes('late')) await new Promise(setImmediate);
    if (how === 'been left') run.leave();
    else talk.say(1, { ...end(), seq: 4 });
    await run.result;
    problem(500, 'internal')(reply, server().requests[0]!);
    await expect(aborted).rejects.toMatchObject({ code: 'internal' });
    await new Promise(setImmediate);
    expect(told).toEqual(how === 'been left' ? ['first word of 1'] : ['first word of 1', 'the end']);
  });

  it('the first of the late words makes the page send a new message → the others are not heard', async () => {
    const talk = new Talk(server());
    const session = client().session('s1');
    const told: string[] = [];
    const spoken = Promise.withResolvers<void>();
    const onToken = (text: string): void => {
      spoken.resolve();
      if (told.push(text) === 2) session.chat('two');
    };
    const run = session.chat('one', { onToken });
    await spoken.promise;
    const asked = Promise.withResolvers<RawReply>();
    server().on(ABORT, (reply) => asked.resolve(reply));
    const aborted = session.abort();
    const reply = await asked.promise;
    talk.say(1, { ...token(' b'), seq: 3 }, { ...token(' c'), seq: 4 });
    while (!run.text.includes('c')) await new Promise(setImmediate);
    problem(500, 'internal')(reply, server().requests[0]!);
    await expect(aborted).rejects.toMatchObject({ code: 'internal' });
    await expect(run.result).resolves.toMatchObject({ status: 'superseded' });
    expect(told).toEqual(['first word of 1', ' b']);
    session.close();
  });
});
