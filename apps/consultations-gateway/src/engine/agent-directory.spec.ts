import type { AgentSummary } from '@parley/contracts';
import { AgentDirectory } from './agent-directory.js';

const agent = (agent_id: string): AgentSummary => ({ agent_id, name: {}, policies: {}, timeout_ms: 1000 });
const quiet = { works: () => undefined, failed: () => undefined };

/** An engine whose answers the test decides, and a clock that it moves. */
function setUp(): { directory: AgentDirectory; engine: jest.Mock<Promise<AgentSummary[]>>; pass: (ms: number) => void } {
  let now = 0;
  const engine = jest.fn<Promise<AgentSummary[]>, []>();
  return { directory: new AgentDirectory(engine, quiet, () => now), engine, pass: (ms) => (now += ms) };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('AgentDirectory', () => {
  it('no engine has ever answered → engine_unavailable', async () => {
    const { directory, engine } = setUp();
    engine.mockRejectedValue(new Error('refused'));
    await expect(directory.find('a')).rejects.toMatchObject({ code: 'engine_unavailable' });
    await expect(directory.list()).rejects.toMatchObject({ code: 'engine_unavailable' });
  });

  it('asked again within seconds → the engine is asked once, also by several at a time', async () => {
    const { directory, engine, pass } = setUp();
    engine.mockResolvedValue([agent('a')]);
    await Promise.all([directory.find('a'), directory.find('a'), directory.list()]);
    pass(2000);
    await directory.find('a');
    expect(engine).toHaveBeenCalledTimes(1);
  });

  it('an old list → is used at once, and renewed behind the back', async () => {
    const { directory, engine, pass } = setUp();
    engine.mockResolvedValueOnce([agent('a')]).mockResolvedValueOnce([agent('a'), agent('b')]);
    await directory.list();
    pass(5000);
    expect(await directory.list()).toHaveLength(1);
    await settled();
    expect(await directory.list()).toHaveLength(2);
  });

  it('the engine goes away → the last list stays, and readiness knows', async () => {
    const { directory, engine, pass } = setUp();
    engine.mockResolvedValueOnce([agent('a')]).mockRejectedValue(new Error('refused'));
    await directory.check();
    pass(60_000);
    await expect(directory.check()).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(await directory.find('a')).toMatchObject({ agent_id: 'a' });
    await expect(directory.find('b')).rejects.toMatchObject({ code: 'agent_not_found' });
  });

  it('an agent that is not in the list → the engine is asked before it is refused', async () => {
    const { directory, engine, pass } = setUp();
    engine.mockResolvedValueOnce([agent('a')]).mockResolvedValueOnce([agent('a'), agent('new')]);
    await directory.list();
    pass(1000);
    expect(await directory.find('new')).toMatchObject({ agent_id: 'new' });
    await expect(directory.find('none')).rejects.toMatchObject({ code: 'agent_not_found', status: 404 });
  });
});
