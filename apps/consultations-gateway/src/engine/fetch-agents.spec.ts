import { readAgents } from './fetch-agents.js';

describe('readAgents', () => {
  it('a full agent → as agreed, without what is not', () => {
    const item = {
      agent_id: 'a',
      name: { zh: '甲', en: 'A', fr: 'x' },
      description: { en: 'about' },
      policies: { on_active_turn: 'reject', on_disconnect: 'never heard of' },
      timeout_ms: 5000,
      secret: 1,
    };
    expect(readAgents({ items: [item], next_cursor: null })).toEqual([
      {
        agent_id: 'a',
        name: { zh: '甲', en: 'A' },
        description: { en: 'about' },
        policies: { on_active_turn: 'reject' },
        timeout_ms: 5000,
      },
    ]);
  });

  it('an agent without policies and timeout → the defaults', () => {
    expect(readAgents({ items: [{ agent_id: 'a', name: {} }] })).toEqual([
      { agent_id: 'a', name: {}, policies: {}, timeout_ms: 120_000 },
    ]);
  });

  it.each([[null], [{}], [{ items: {} }], [{ items: [{ name: {} }] }], [{ items: [null] }]])('%j → an error', (answer) => {
    expect(() => readAgents(answer)).toThrow(TypeError);
  });
});
