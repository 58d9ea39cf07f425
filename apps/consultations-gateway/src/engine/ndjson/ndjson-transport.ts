import { setTimeout as delay } from 'node:timers/promises';
import { type HandoffMessage, isTerminal, ParleyError } from '@parley/contracts';
import type { AppLogger } from '@parley/platform';
import type { RunLogReader, RunRef } from '@parley/run-log';
import { NdjsonDecoder } from '@parley/wire';
import type { OrphanedRuns } from '../orphaned-runs.js';
import type { EngineHttp } from '../engine-http.js';
import type { BegunRun, EngineTransport } from '../engine-transport.js';
import { engineRequest } from './engine-request.js';
import { FedFollower } from './fed-follower.js';

export interface NdjsonOptions {
  /** How long the engine may take to answer a call's headers. */
  headersTimeoutMs: number;
  /** Silence after which a connection counts as broken; the engine pings more often. */
  silenceMs: number;
  /** For how long an engine is asked again that can't be reached or drains: another one, or its next process, takes its place. */
  retryMs: number;
}

type Bytes = AsyncIterable<Uint8Array> & { destroy(): void };

/** Once the following is over, the engine may take this long to end its stream by itself, so that its connection can be used again. */
const LINGER_MS = 1000;
const RETRY_EVERY_MS = 100;

/**
 * Runs go to one engine over HTTP, and its NDJSON answer is the live path. A connection that breaks cancels nothing: the
 * log has everything, and goes on growing while a worker holds the run.
 */
export class NdjsonTransport implements EngineTransport {
  constructor(
    private readonly http: EngineHttp,
    private readonly reader: RunLogReader,
    private readonly orphans: OrphanedRuns,
    private readonly options: NdjsonOptions,
    private readonly logger: AppLogger,
  ) {}

  async begin(run: RunRef, signal: AbortSignal): Promise<BegunRun> {
    const fed = new FedFollower(run, this.reader, { signal });
    return { events: fed.follower, dispatch: (handoff) => this.dispatch(run, handoff, fed) };
  }

  /** Once: somebody waits to follow. A second call waits while the first one's worker is at it; nobody reads what it would say. */
  async dispatchAgain(handoff: HandoffMessage): Promise<void> {
    const bytes = await this.call(handoff);
    bytes.destroy();
  }

  private async dispatch(run: RunRef, handoff: HandoffMessage, fed: FedFollower): Promise<void> {
    const bytes = await this.open(handoff);
    fed.over.addEventListener('abort', () => void linger(bytes));
    if (fed.over.aborted) void linger(bytes);
    void this.relay(run, handoff, bytes, fed);
  }

  /** Asking twice is asking once: a second call of a run waits while the first one's worker is at it. */
  private async open(handoff: HandoffMessage): Promise<Bytes> {
    const until = performance.now() + this.options.retryMs;
    for (;;) {
      try {
        return await this.call(handoff);
      } catch (error) {
        if (!isAway(error) || performance.now() + RETRY_EVERY_MS > until)
          throw new ParleyError('engine_unavailable', {}, { cause: error });
        await delay(RETRY_EVERY_MS, undefined, { ref: false });
      }
    }
  }

  private async call(handoff: HandoffMessage): Promise<Bytes> {
    const { headersTimeoutMs, silenceMs } = this.options;
    const { statusCode, body } = await this.http.call({
      method: 'POST',
      ...engineRequest(handoff),
      headers: { 'accept-language': handoff.headers.language },
      traceId: handoff.traceId,
      headersTimeoutMs,
      silenceMs,
    });
    // Whoever reads it learns of a break there; often nobody reads any more.
    body.on('error', () => undefined);
    if (statusCode === 200) return body;
    throw new EngineRefusal(statusCode, await body.text());
  }

  private async relay(run: RunRef, handoff: HandoffMessage, bytes: Bytes, fed: FedFollower): Promise<void> {
    let lastSeq = 0;
    try {
      const end = await feed(bytes, fed, (seq) => (lastSeq = seq));
      if (end === 'terminal' || fed.over.aborted) return;
      this.logger.warn({ run_id: run.runId }, 'the engine ended its stream before the run');
    } catch (error) {
      if (fed.over.aborted) return;
      this.logger.warn({ run_id: run.runId, err: error }, 'the connection to the engine broke; going on from the log');
    }
    fed.goOnFromLog();
    const closing = await this.orphans.closeWhenOrphaned(run, handoff, fed.over);
    if (closing) fed.finishWith({ ...closing.event, seq: Math.max(closing.lastSeq, lastSeq) + 1 });
  }
}

class EngineRefusal extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(`the engine answered ${status}: ${text.slice(0, 500)}`);
  }
}

const AWAY_CODES: readonly unknown[] = ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT'];

function isAway(error: unknown): boolean {
  if (error instanceof EngineRefusal) return error.status === 503;
  return error instanceof Error && 'code' in error && AWAY_CODES.includes(error.code);
}

/** Offers what comes, as it comes. Resolves when the bytes have ended: `terminal` where the run had, too. Throws when they break off. */
async function feed(
  bytes: Bytes,
  { follower }: FedFollower,
  note: (lastSeq: number) => void,
): Promise<'terminal' | 'unfinished'> {
  const decoder = new NdjsonDecoder();
  let pendingBytes = 0;
  let end: 'terminal' | 'unfinished' = 'unfinished';
  const offer = (events: ReturnType<typeof decoder.push>): void => {
    const newest = events.at(-1);
    if (!newest) return;
    follower.offer(events, pendingBytes);
    pendingBytes = 0;
    note(newest.seq);
    if (events.some(isTerminal)) end = 'terminal';
  };
  for await (const chunk of bytes) {
    pendingBytes += chunk.length;
    offer(decoder.push(chunk));
    if (decoder.failure) throw decoder.failure;
  }
  offer(decoder.end());
  return end;
}

async function linger(bytes: Bytes): Promise<void> {
  await delay(LINGER_MS, undefined, { ref: false });
  bytes.destroy();
}
