import type {
  Answer,
  Card,
  ChatRequest,
  Message,
  Page,
  PendingCard,
  PublicAgent,
  ResumeRequest,
  RunId,
  Session,
  ThreadStateView,
} from '@parley/contracts';
import type { OutgoingHttpHeaders } from 'node:http';
import { checkStored } from './check-stored.js';
import type { FinishedRun } from './finished-run.js';
import { exchange, openExchange, readWhole, type HttpCall, type Reply } from './http-exchange.js';
import { RunStream } from './run-stream.js';
import { UnexpectedReply } from './unexpected-reply.js';

const BASE = '/api/v1/consultations';

type ChatExtras = Omit<Partial<ChatRequest>, 'message'>;
type ResumeExtras = Omit<Partial<ResumeRequest>, 'user_response'> & { action?: 'submit' | 'cancel' };

/** The document that `stream: false` answers. */
export interface JsonRun {
  run_id: RunId;
  session_id: string;
  turn: number;
  status: 'completed' | 'interrupted' | 'preempted';
  output: string;
  result: { role: 'assistant'; content: string; _interrupt?: Card };
}

/**
 * The public API of one gateway, as a test uses it: what is named after a use case counts on success and throws
 * `UnexpectedReply` otherwise; `send` takes any answer.
 */
export class GatewayApi {
  constructor(
    private readonly origin: string,
    private readonly headers: OutgoingHttpHeaders = {},
  ) {}

  get port(): number {
    return Number(new URL(this.origin).port);
  }

  /** The same gateway with further headers in every call. */
  with(headers: OutgoingHttpHeaders): GatewayApi {
    return new GatewayApi(this.origin, { ...this.headers, ...headers });
  }

  /** Any call, its path below the base path of the API, or from `//` on below the origin. */
  async send(method: string, path: string, body?: unknown, headers: OutgoingHttpHeaders = {}): Promise<Reply> {
    return exchange(this.#call(method, path, body, headers));
  }

  async chat(sessionId: string, message: string, extras: ChatExtras = {}, headers: OutgoingHttpHeaders = {}): Promise<RunStream> {
    return this.#open(this.#call('POST', `/sessions/${sessionId}/chat`, { message, ...extras }, headers));
  }

  async resume(
    sessionId: string,
    answers: readonly Answer[] | Record<string, unknown>,
    extras: ResumeExtras = {},
    headers: OutgoingHttpHeaders = {},
  ) {
    return this.#open(this.#call('POST', `/sessions/${sessionId}/resume`, resumeBody(answers, extras), headers));
  }

  /** Says something and sees the run to its end, which must be stored by then. */
  async ask(
    sessionId: string,
    message: string,
    extras: ChatExtras = {},
    headers: OutgoingHttpHeaders = {},
  ): Promise<FinishedRun> {
    return this.#toEnd(sessionId, await this.chat(sessionId, message, extras, headers));
  }

  /** Answers the card and sees the run to its end, which must be stored by then. */
  async answer(
    sessionId: string,
    answers: readonly Answer[] | Record<string, unknown>,
    extras: ResumeExtras = {},
  ): Promise<FinishedRun> {
    return this.#toEnd(sessionId, await this.resume(sessionId, answers, extras));
  }

  /** Comes back to a run. `after`: the last number that was seen, sent as `Last-Event-ID`. */
  async stream(sessionId: string, { runId, after }: { runId?: RunId; after?: number } = {}): Promise<RunStream> {
    const query = runId === undefined ? '' : `?run_id=${runId}`;
    const headers = after === undefined ? {} : { 'last-event-id': `${runId}:${after}` };
    return this.#open(this.#call('GET', `/sessions/${sessionId}/stream${query}`, undefined, headers));
  }

  async chatJson(sessionId: string, message: string, extras: ChatExtras = {}): Promise<JsonRun> {
    return this.#json('POST', `/sessions/${sessionId}/chat`, { message, stream: false, ...extras });
  }

  async resumeJson(
    sessionId: string,
    answers: readonly Answer[] | Record<string, unknown>,
    extras: ResumeExtras = {},
  ): Promise<JsonRun> {
    return this.#json('POST', `/sessions/${sessionId}/resume`, resumeBody(answers, { stream: false, ...extras }));
  }

  pendingCard(sessionId: string): Promise<PendingCard> {
    return this.#json('GET', `/sessions/${sessionId}/pending_card`);
  }

  abort(sessionId: string, runId?: string): Promise<{ aborted: boolean; run_id?: string }> {
    return this.#json('POST', `/sessions/${sessionId}/abort`, runId === undefined ? {} : { run_id: runId });
  }

  session(sessionId: string): Promise<Session> {
    return this.#json('GET', `/sessions/${sessionId}`);
  }

  /** What its agents know. */
  state(sessionId: string): Promise<ThreadStateView> {
    return this.#json('GET', `/sessions/${sessionId}/state`);
  }

  sessions(query = ''): Promise<Page<Session>> {
    return this.#json('GET', `/sessions${query}`);
  }

  async messages(sessionId: string): Promise<Message[]> {
    return (await this.#json<Page<Message>>('GET', `/sessions/${sessionId}/messages?limit=100`)).items;
  }

  async agents(): Promise<PublicAgent[]> {
    return (await this.#json<Page<PublicAgent>>('GET', '/agents')).items;
  }

  async #toEnd(sessionId: string, stream: RunStream): Promise<FinishedRun> {
    const run = await stream.finished();
    await checkStored(this, sessionId, run);
    return run;
  }

  async #open(call: HttpCall): Promise<RunStream> {
    const reply = await openExchange(call);
    const isStream = reply.status === 200 && reply.headers['content-type']?.startsWith('text/event-stream');
    if (!isStream) throw new UnexpectedReply(call, await readWhole(reply));
    return new RunStream(reply);
  }

  async #json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const call = this.#call(method, path, body, {});
    const reply = await exchange(call);
    if (reply.status >= 300) throw new UnexpectedReply(call, reply);
    return reply.json as T;
  }

  #call(method: string, path: string, body: unknown, headers: OutgoingHttpHeaders): HttpCall {
    const url = path.startsWith('//') ? `${this.origin}${path.slice(1)}` : `${this.origin}${BASE}${path}`;
    return { method, url, body, headers: { ...this.headers, ...headers } };
  }
}

export const answersOf = (values: Record<string, unknown>): Answer[] =>
  Object.entries(values).map(([field_key, value]) => ({ field_key, value }));

export function resumeBody(
  answers: readonly Answer[] | Record<string, unknown>,
  { action, ...extras }: ResumeExtras = {},
): object {
  const list = Array.isArray(answers) ? answers : answersOf(answers as Record<string, unknown>);
  return { ...extras, user_response: { ...(action && { action }), ...(action !== 'cancel' && { answers: list }) } };
}
