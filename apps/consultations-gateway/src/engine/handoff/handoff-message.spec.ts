import type { RunId, ThreadId } from '@parley/contracts';
import { handoffMessage, type HandoffParts } from './handoff-message.js';

const PARTS: HandoffParts = {
  runId: 'chat-r' as RunId,
  threadId: 'default:-:s1' as ThreadId,
  sessionId: 's1',
  caller: { tenantId: 'default', owner: '-', userId: 'li' },
  agentId: 'echo',
  request: { kind: 'chat', message: '你好' },
  language: 'zh',
  traceId: 'trace',
};

describe('handoffMessage', () => {
  it('a chat → the published form, member by member', () => {
    expect(handoffMessage(PARTS)).toEqual({
      id: 'chat-r',
      type: 'agent.chat_dispatch.v1',
      tenantId: 'default',
      sessionKey: 'default:-:s1',
      businessKey: 'default:-:s1',
      traceId: 'trace',
      payload: {
        request: { message: '你好' },
        options: { kind: 'chat', agentId: 'echo' },
        callback: { transport: 'redis-pubsub' },
        executionId: 'chat-r',
      },
      headers: { organizationId: 'default', userId: 'li', language: 'zh', conversationId: 's1', source: 'chat' },
    });
  });

  it('a resume → the answers as they came, false, 0 and "" included', () => {
    const answers = [
      { field_key: 'a', value: false },
      { field_key: 'b', value: 0, item_id: 'i' },
      { field_key: 'c', value: '' },
    ];
    const { payload } = handoffMessage({ ...PARTS, request: { kind: 'resume', card_id: 'c1', action: 'submit', answers } });
    expect(payload.request).toEqual({ card_id: 'c1', user_response: { action: 'submit', answers } });
    expect(payload.options).toEqual({ kind: 'resume', agentId: 'echo' });
  });

  it('a resume that names no card → none is named', () => {
    const { payload } = handoffMessage({ ...PARTS, request: { kind: 'resume', action: 'cancel', answers: [] } });
    expect(payload.request).toEqual({ user_response: { action: 'cancel', answers: [] } });
  });

  it('survives JSON: nothing in it is undefined', () => {
    const message = handoffMessage({ ...PARTS, request: { kind: 'resume', action: 'submit', answers: [] } });
    expect(JSON.parse(JSON.stringify(message))).toStrictEqual(message);
  });
});
