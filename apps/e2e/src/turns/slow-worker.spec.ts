import { namesOf } from '@parley/testing';
import { newSession, useStack } from '../test/use-stack.js';
import { eventually } from './test/eventually.js';
import { useRedisView } from './test/redis-view.js';
import { differentSteps, engineAt, stepsOf } from './test/work.js';

const stack = useStack({ gateways: [{}, {}], engines: [{}, {}], env: { STALL_DETECT_MS: '1000' } });
const redis = useRedisView(stack);

describe('a worker only stands still, for longer than its lease', () => {
  test.each(['while its successor works', 'when its successor is done'])(
    'it goes on %s → nothing of it is to be seen beside the successor, and both are as good as new',
    async (when) => {
      const session = newSession();
      const released = () => stack().effects.release(`${session}/answer`);
      stack().effects.hold(`${session}/answer`);
      const stream = await stack().gateway(0).chat(session, 'sand', { agent_id: 'work' });
      await stack().effects.arrived(`${session}/answer`);
      await stream.shown('One. ');
      const engine = engineAt(stack(), session, 'answer');
      engine.signal('SIGSTOP');
      try {
        await stack().effects.arrived(`${session}/answer`, 2);
        if (when === 'when its successor is done') {
          released();
          await stream.finished();
        }
      } finally {
        engine.signal('SIGCONT');
      }
      await engine.untilReady();
      released();

      const run = await stream.finished();
      expect([run.text, namesOf(run.events)]).toEqual(['One. dug=sand', ['run', 'token', 'rewind', 'token', 'token', 'end']]);
      expect(new Set(stepsOf(stack(), session, 'answer').map(({ pid }) => pid)).size).toBe(2);
      expect(differentSteps(stack(), session, 'answer')).toBe(1);
      await eventually(
        () => redis().jobs(),
        (jobs) => jobs.length === 0,
      );
      expect((await (await stack().gateway(1).stream(session, { runId: run.runId })).finished()).events).toEqual(run.events);
      expect((await stack().gateway(1).messages(session)).map(({ content }) => content)).toEqual(['sand', 'One. dug=sand']);

      const texts = await Promise.all(
        Array.from({ length: 8 }, async () => (await stack().gateway(0).ask(newSession(), 'sand', { agent_id: 'work' })).text),
      );
      expect(new Set(texts)).toEqual(new Set(['One. dug=sand']));
      for (const { log } of stack().engines) expect(log).not.toMatch(/"level":"(error|fatal)"/);
    },
  );
});
