import { ParleyError, type HandoffMessage, type StoreCalls } from '@parley/contracts';
import { AgentCatalog } from '../agents/agent-catalog.js';
import { ActiveRuns } from './active-runs.js';
import { TurnRunner, type TurnRunnerDeps, type TurnStore } from './turn-runner.js';

const EPOCH = 1;
const MESSAGE = { id: 'chat-1', sessionKey: 'default:-:s1', payload: { options: { agentId: 'echo' } } } as HandoffMessage;

/** A runner whose store gives these answers to its claims, one after the other. */
function runnerWith(answers: (StoreCalls['turn.claim']['answer'] | Error)[]) {
  const asked: string[] = [];
  const store: TurnStore = {
    async call(pattern) {
      asked.push(pattern);
      const answer = answers.shift();
      if (!answer || answer instanceof Error) throw answer ?? new Error('nothing was left to be asked');
      return answer;
    },
  };
  const activeRuns = new ActiveRuns();
  const deps = { store, agents: new AgentCatalog([]), leaseMs: 100, activeRuns } as Partial<TurnRunnerDeps>;
  return { runner: new TurnRunner(deps as TurnRunnerDeps), asked, activeRuns };
}

describe('claiming a run', () => {
  test('the store is away → asked again until it answers, and the job does not fail', async () => {
    const away = new ParleyError('store_unavailable');
    const { runner, asked } = runnerWith([away, away, { outcome: 'closed' }]);
    expect(await runner.run(MESSAGE, EPOCH)).toBe('ended');
    expect(asked).toEqual(['turn.claim', 'turn.claim', 'turn.claim']);
  });

  test('another worker holds it → asked again until it does not', async () => {
    const { runner, asked } = runnerWith([{ outcome: 'held', lease_left_ms: 5 }, { outcome: 'closed' }]);
    expect(await runner.run(MESSAGE, EPOCH)).toBe('ended');
    expect(asked).toHaveLength(2);
  });

  test('the store answers with a fault → thrown at once', async () => {
    const { runner, asked } = runnerWith([new ParleyError('internal'), { outcome: 'closed' }]);
    await expect(runner.run(MESSAGE, EPOCH)).rejects.toMatchObject({ code: 'internal' });
    expect(asked).toHaveLength(1);
  });

  test.each([[new ParleyError('store_unavailable')], [{ outcome: 'held' as const, lease_left_ms: 5 }]])(
    'the process ends while it waits for the run → the job is handed back, not waited for',
    async (answer) => {
      const { runner, activeRuns } = runnerWith([answer]);
      activeRuns.isLeaving = true;
      expect(await runner.run(MESSAGE, EPOCH)).toBe('handed_back');
      await activeRuns.whenEmpty(0);
    },
  );
});
