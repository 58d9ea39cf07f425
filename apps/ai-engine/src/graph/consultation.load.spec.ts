import { ConsultationFixture, recorder } from './test/consultation-fixture.js';
import { agentOf, moduleSkill } from './test/states.js';
import { Consultation } from './consultation.js';
import { RunStopped } from '../run/run-stopped.js';

describe('a worker dies between the end of a step and its checkpoint', () => {
  const consultation = new ConsultationFixture();

  it('a sibling of the step did not finish → what the finished one showed stands, as it will not run again', async () => {
    const speaks = recorder(async (ctx) => {
      await ctx.emit({ event: 'token', data: { text: 'shown' } });
      return { state: { a: 1 }, control: { action: 'continue' } };
    });
    const agent = agentOf([moduleSkill('a', speaks)], {
      visibleNodes: new Set(['a', 'answer']),
      answer: { kind: 'module', module: recorder(() => Promise.reject(new RunStopped('taken_over'))).module },
    });
    await expect(consultation.chat(agent)).rejects.toBeDefined();
    // The superstep of the skill is checkpointed; its writes alone are what a crash before that leaves.
    const saver = consultation.redis.saver({ fenced: false });
    const tuple = await saver.getTuple({ configurable: { thread_id: consultation.redis.threadId } });
    const shown = { runId: 'chat-0190a000-0000-7000-8000-000000000001', seq: 9, textBytes: 42 };
    await saver.putWrites(tuple!.config, [['shown', shown]], 'task-of-a-finished-node');
    const loaded = await new Consultation(saver).load(consultation.redis.threadId);
    expect(loaded?.shown).toEqual(shown);
  });
});
