import type { Card, NumberedEvent, RunEvent } from '@parley/contracts';
import { sseFrames } from '@parley/wire';

export const RUN = 'chat-01890a5d-ac96-774b-bcce-b302099a8057';
export const OTHER_RUN = 'chat-01890a5d-ac96-774b-bcce-b302099a8058';

/** Events numbered from 1 on. */
export const numbered = (...events: RunEvent[]): NumberedEvent[] => events.map((event, index) => ({ ...event, seq: index + 1 }));

export const begun = (runId = RUN, turn = 1): RunEvent => ({
  event: 'run',
  data: { run_id: runId, session_id: 's1', turn, agent_id: 'talk', kind: 'chat' },
});
export const token = (text: string): RunEvent => ({ event: 'token', data: { text, node: 'answer', message_id: 'm' } });
export const end = (output = ''): RunEvent => ({ event: 'end', data: { status: 'completed', output } });
export const preempted: RunEvent = { event: 'preempted', data: { reason: 'aborted' } };
export const failed: RunEvent = {
  event: 'error',
  data: { code: 'model_failed', message: 'Please try again.', retryable: true, trace_id: 't1' },
};

export const CARD: Card = {
  type: 'interrupt',
  card_id: 'card-1',
  review_type: 'clarify',
  items: [{ item_id: 'who', skill: 'who', source: 'local', review_type: 'clarify', questions: [] }],
  questions: [{ question: 'Who?', field_key: 'who.name', required: true, input_type: 'text', item_id: 'who' }],
  created_at: '2026-01-01T00:00:00.000Z',
};
export const card: RunEvent = { event: 'card', data: CARD };
export const interrupted: RunEvent = { event: 'end', data: { status: 'interrupted', output: '' } };

/** A whole answer: `run`, its words, `end`. */
export const answer = (...words: string[]): NumberedEvent[] => numbered(begun(), ...words.map(token), end(words.join('')));

export const bytesOf = (events: readonly NumberedEvent[], runId = RUN): string => sseFrames(events, runId);

/** What `GET …/stream` begins with. */
export const replay = (fromSeq: number, toSeq: number, runId = RUN): string =>
  `event: replay\ndata: ${JSON.stringify({ type: 'replay', data: { run_id: runId, from_seq: fromSeq, to_seq: toSeq, finished: false } })}\n\n`;
