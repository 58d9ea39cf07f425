import type { NumberedEvent, RunEvent, RunId } from '@parley/contracts';
import type { FollowedRun } from '../followed-run.js';

export const RUN_ID = 'chat-0190a0a0-0000-7000-8000-000000000001' as RunId;

export const token = (text: string): RunEvent => ({ event: 'token', data: { text, node: 'answer', message_id: 'm' } });
export const RUN_EVENT: RunEvent = {
  event: 'run',
  data: { run_id: RUN_ID, session_id: 's', turn: 3, agent_id: 'echo', kind: 'chat' },
};
export const ended = (output: string, status: 'completed' | 'interrupted' = 'completed'): RunEvent => ({
  event: 'end',
  data: { status, output },
});

export const numbered = (events: RunEvent[], from = 1): NumberedEvent[] =>
  events.map((event, index) => ({ ...event, seq: from + index }));

/** A run whose events come in these batches; it then ends, or fails with `failure`. */
export function followed(
  batches: RunEvent[][],
  { failure, fromSeq = 1 }: { failure?: Error; fromSeq?: number } = {},
): FollowedRun {
  async function* events(): AsyncGenerator<NumberedEvent[]> {
    let seq = fromSeq;
    for (const batch of batches) {
      yield numbered(batch, seq);
      seq += batch.length;
    }
    if (failure) throw failure;
  }
  const view = { close: async () => undefined, end: () => undefined, failed: () => undefined };
  return { view, runId: RUN_ID, sessionId: 's', turn: 3, fromSeq, events: events(), language: 'en', traceId: 'trace' };
}
