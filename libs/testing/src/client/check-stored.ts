import assert from 'node:assert/strict';
import type { Message } from '@parley/contracts';
import type { FinishedRun } from './finished-run.js';
import type { GatewayApi } from './gateway-api.js';

/**
 * The terminal event is the commit (protocol, section 2): what it says must be found by the very next request. For a run
 * that was seen from its first event on and is the session's latest one. Throws an AssertionError.
 */
export async function checkStored(api: GatewayApi, sessionId: string, run: FinishedRun): Promise<void> {
  const [session, pending, messages] = await Promise.all([
    api.session(sessionId),
    api.pendingCard(sessionId),
    api.messages(sessionId),
  ]);
  assert.equal(session.active_run_id, null, 'the turn is closed');
  assert.equal(session.awaiting_card, run.card?.card_id ?? null, 'the card the session waits for');
  assert.deepEqual(pending, run.card ? { has_pending_card: true, card: run.card } : { has_pending_card: false, card: null });
  checkMessage(
    messages.filter((message) => message.run_id === run.runId && message.role === 'assistant'),
    run,
  );
}

/** A stored message is exactly what its user was shown. */
function checkMessage(stored: Message[], { terminal, text, card }: FinishedRun): void {
  const [message, ...more] = stored;
  assert.equal(more.length, 0, 'one message of the assistant for a turn');
  if (!message) {
    assert.ok(text === '' && !card, `a turn that showed ${JSON.stringify(text)} has a message`);
    return;
  }
  assert.equal(message.content, text, 'the stored message is what was shown');
  assert.deepEqual(message.card, card, 'the card of the stored message');
  assert.equal(message.preempted ?? false, terminal.event === 'preempted', 'preempted');
  assert.equal(message.failed ?? false, terminal.event === 'error', 'failed');
}
