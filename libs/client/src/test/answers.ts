import type { NumberedEvent } from '@parley/contracts';
import type { Answer, RawRequest } from './raw-server.js';
import { bytesOf, replay, RUN } from './runs.js';

export const CHAT = /^POST .*\/chat$/;
export const RESUME = /^POST .*\/resume$/;
export const STREAM = /^GET .*\/stream/;
export const ABORT = /^POST .*\/abort$/;

/** The number in `Last-Event-ID`; 0 without it. */
export const lastSeqOf = ({ headers }: RawRequest): number => Number(String(headers['last-event-id'] ?? ':0').split(':')[1]);

/** A run from its first event to its last. */
export const whole =
  (events: readonly NumberedEvent[], runId = RUN): Answer =>
  (reply) =>
    reply.stream(runId).end(bytesOf(events, runId));

/** To one who comes back: what comes after `Last-Event-ID`. */
export const rest =
  (events: readonly NumberedEvent[], runId = RUN): Answer =>
  (reply, request) => {
    const after = lastSeqOf(request);
    reply.stream(runId).end(replay(after + 1, events.length, runId) + bytesOf(events.slice(after), runId));
  };

/** What an `Answer` writes, and then nothing: the connection stays. */
export const open =
  (events: readonly NumberedEvent[], runId = RUN): Answer =>
  (reply) =>
    reply.stream(runId).write(bytesOf(events, runId));

export const problem =
  (status: number, code: string, more: object = {}, headers: Record<string, string> = {}): Answer =>
  (reply) =>
    reply.json(status, { type: `urn:parley:problem:${code}`, title: code, status, code, trace_id: 't1', ...more }, headers);

export const json =
  (body: unknown, status = 200): Answer =>
  (reply) =>
    reply.json(status, body);

export const page = (items: unknown[], next_cursor: string | null = null): Answer => json({ items, next_cursor });
