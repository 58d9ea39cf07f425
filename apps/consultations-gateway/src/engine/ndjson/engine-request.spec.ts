import type { RunId, ThreadId } from '@parley/contracts';
import { handoffMessage } from '../handoff/handoff-message.js';
import { engineRequest } from './engine-request.js';

const parts = {
  runId: 'chat-r' as RunId,
  threadId: 'default:-:s1' as ThreadId,
  sessionId: 's1',
  caller: { tenantId: 'default', owner: '-', userId: 'li' },
  agentId: 'echo',
  language: 'zh',
  traceId: 'trace',
} as const;

const withEpoch = (message: ReturnType<typeof handoffMessage>): ReturnType<typeof handoffMessage> => ({
  ...message,
  payload: { ...message.payload, options: { ...message.payload.options, epoch: 17 } },
});

describe('engineRequest', () => {
  it('a chat → execute, with the turn that was started', () => {
    const message = withEpoch(handoffMessage({ ...parts, request: { kind: 'chat', message: 'hi' } }));
    expect(engineRequest(message)).toEqual({
      path: 'agent/execute/stream',
      body: {
        thread_id: 'default:-:s1',
        run_id: 'chat-r',
        epoch: 17,
        agent_id: 'echo',
        message: 'hi',
        user: { id: 'li', tenant_id: 'default' },
      },
    });
  });

  it('a resume → resume, with the answers', () => {
    const request = { kind: 'resume', card_id: 'c1', action: 'submit', answers: [{ field_key: 'a', value: 0 }] } as const;
    const message = withEpoch(handoffMessage({ ...parts, request: { ...request, answers: [...request.answers] } }));
    expect(engineRequest(message)).toEqual({
      path: 'agent/resume/stream',
      body: {
        thread_id: 'default:-:s1',
        run_id: 'chat-r',
        epoch: 17,
        card_id: 'c1',
        user_response: { action: 'submit', answers: [{ field_key: 'a', value: 0 }] },
      },
    });
  });
});
