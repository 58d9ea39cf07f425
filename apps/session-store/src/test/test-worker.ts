import {
  ERROR_TABLE,
  type Card,
  type ClaimedTurn,
  type RunEvent,
  type RunId,
  type TurnEnd,
  type TurnEnded,
} from '@parley/contracts';
import { RunAppender, type AppendOutcome } from '@parley/run-log';
import type { TestSession } from './test-session.js';

export type EndOptions = Partial<Pick<TurnEnd, 'answers_upto' | 'last_seq' | 'attempt' | 'epoch' | 'card_ttl_ms'>>;

/** A worker that holds, or once held, a run. */
export class TestWorker {
  text: string;
  lastSeq: number;
  private readonly appender: RunAppender;

  constructor(
    private readonly session: TestSession,
    readonly runId: RunId,
    readonly epoch: number,
    readonly claim: ClaimedTurn,
  ) {
    this.text = claim.shown_text;
    this.lastSeq = claim.last_seq;
    this.appender = new RunAppender(session.store.redis);
  }

  /** One batch of tokens. */
  async says(...tokens: string[]): Promise<AppendOutcome> {
    const events = tokens.map((text): RunEvent => ({
      event: 'token',
      data: { text, node: 'answer', message_id: `${this.runId}-assistant` },
    }));
    const outcome = await this.append(events);
    if (outcome.outcome === 'appended') this.text += tokens.join('');
    return outcome;
  }

  /** Forgets what an earlier attempt said beyond its first `text`. */
  async rewinds(toSeq: number, text: string): Promise<AppendOutcome> {
    this.text = text;
    return this.append([{ event: 'rewind', data: { to_seq: toSeq, reason: 'worker_lost' } }], Buffer.byteLength(text));
  }

  completes(options: EndOptions = {}): Promise<TurnEnded> {
    return this.ends({ event: 'end', data: { status: 'completed', output: this.text } }, options);
  }

  asks(card: Card, options: EndOptions = {}): Promise<TurnEnded> {
    return this.ends({ event: 'end', data: { status: 'interrupted', output: this.text } }, options, card);
  }

  /** By default before it merged any answers. */
  fails(options: EndOptions = {}): Promise<TurnEnded> {
    const { text, retryable } = ERROR_TABLE.model_failed;
    const event = { event: 'error', data: { code: 'model_failed', message: text.en, retryable, trace_id: 'trace-1' } } as const;
    return this.ends(event, { answers_upto: 0, ...options });
  }

  private async append(events: RunEvent[], keepTextBytes?: number): Promise<AppendOutcome> {
    const { epoch, claim, session, runId } = this;
    const batch = { epoch, attempt: claim.attempt, firstSeq: this.lastSeq + 1, events, keepTextBytes };
    const outcome = await this.appender.append({ threadId: session.threadId, runId }, batch);
    if (outcome.outcome === 'appended') this.lastSeq += events.length;
    return outcome;
  }

  private ends(event: TurnEnd['event'], options: EndOptions, card?: Card): Promise<TurnEnded> {
    const { session, runId, epoch, claim, lastSeq } = this;
    return session.store.call('turn.end', {
      ...{ thread_id: session.threadId, run_id: runId, epoch, attempt: claim.attempt, last_seq: lastSeq, event },
      ...{ answers_upto: claim.turn, ...options },
      ...(card && { card }),
    });
  }
}
