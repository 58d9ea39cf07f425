import type { Session } from '@parley/contracts';
import type { Client } from '../client.js';
import { ConnectionError } from '../connection-error.js';
import { onWake } from '../http/page.js';
import { ProblemError } from '../problem-error.js';
import type { Run, RunResult } from '../run/run.js';
import type { ConsultationSession, RunOptions } from '../session/consultation-session.js';
import { type ConsultationState, INITIAL_STATE } from './consultation-state.js';
import { type Act, ConsultationTurn } from './consultation-turn.js';
import { needsRefresh } from './needs-refresh.js';
import type { Published } from './published.js';
import { stateOf } from './state-of.js';
import { Transcript } from './transcript.js';
import { watchFeed } from './watch-feed.js';

type Facts = Pick<ConsultationState, 'connection' | 'card' | 'error' | 'session'>;

/** Refusals that mean: the page does not know what has become of its card. */
const CARD_IS_ELSEWHERE = ['card_stale', 'card_already_answered', 'card_expired', 'no_pending_card'];

/** A consultation from when a page opens it until it closes it. */
export class OpenConsultation {
  readonly #session: ConsultationSession;
  readonly #transcript = new Transcript();
  readonly #closing = new AbortController();
  #facts: Facts = INITIAL_STATE;
  #restoring: Promise<void> | undefined;
  #isRestored = false;
  #isStopping = false;
  /** What the feed told and nobody has looked at. */
  #news: Session | undefined;
  #listenAgain: () => void = () => undefined;

  constructor(
    client: Client,
    sessionId: string,
    hasFeed: boolean,
    private readonly state: Published<ConsultationState>,
  ) {
    const { signal } = this.#closing;
    this.#session = client.session(sessionId);
    void this.restore();
    onWake(() => void (this.#facts.connection === 'lost' && this.restore()), signal);
    const onSession = (session: Session): void => this.#hear(session);
    const onDeleted = (): void => void this.restore();
    if (hasFeed) this.#listenAgain = watchFeed(client, { sessionId, signal, onSession, onDeleted });
  }

  close(): void {
    this.state.callOff();
    this.#closing.abort();
    this.#session.close();
  }

  async act(act: Act): Promise<boolean> {
    const turn = new ConsultationTurn(act);
    this.#transcript.add(turn);
    return this.#request(turn, act);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#show();
    const error = await this.#session.abort().then(
      () => null,
      (reason: Error) => reason,
    );
    if (error) this.#facts = { ...this.#facts, error };
    this.#isStopping &&= !error;
    this.#show();
  }

  async retry(): Promise<void> {
    const turn = this.#transcript.turns.at(-1);
    if (turn?.act && turn.isUnsent) await this.#request(turn, turn.act);
    else if (this.#facts.connection === 'lost' || !this.#isRestored) await this.restore();
    else if (turn?.act && turn.result?.status === 'failed') await this.act(turn.act);
  }

  restore(): Promise<void> {
    this.#restoring ??= this.#restore()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#restoring = undefined;
        this.#show();
        this.#lookAround();
      });
    return this.#restoring;
  }

  dismissError(): void {
    this.#show({ error: null });
  }

  async #request(turn: ConsultationTurn, act: Act): Promise<boolean> {
    const run = turn.request(act, this.#session, this.#handlers(turn));
    this.#isStopping = false;
    this.#show({ error: null, connection: 'online' });
    this.#watch(turn, run);
    const isAccepted = (await run.accepted) !== undefined;
    if (isAccepted) {
      turn.accepted();
      this.#listenAgain();
      // Whatever was asked is answered, or superseded; unless this turn has already asked anew.
      this.#show(turn.result ? {} : { card: null });
    }
    return isAccepted;
  }

  async #restore(): Promise<void> {
    const before = new Set(this.#transcript.turns);
    const followed = new ConsultationTurn();
    const { session, messages, card, run } = await this.#session.restore(this.#handlers(followed));
    if (run) this.#watch(followed, run);
    // Begun meanwhile, or not known to the server.
    const kept = this.#transcript.turns.filter((turn) => !before.has(turn) || turn.isUnsent);
    for (const turn of kept) await turn.run?.accepted;
    this.#transcript.restore(messages, run ? [followed, ...kept] : kept, session?.turn ?? 0);
    const wasLost = this.#facts.connection === 'lost' || !this.#isRestored;
    this.#isRestored = true;
    const isCurrent = kept.every(({ isUnsent }) => isUnsent);
    this.#show({ session, ...(isCurrent && { card }), ...(wasLost && { connection: 'online', error: null }) });
  }

  #handlers(turn: ConsultationTurn): RunOptions {
    return {
      onEvent: (event, run) => {
        turn.take(event, run);
        if (!this.#isClosed) this.state.soon(() => this.#stateNow());
      },
      onConnection: (connection) => this.#show({ connection: connection === 'open' ? 'online' : 'reconnecting' }),
    };
  }

  #watch(turn: ConsultationTurn, run: Run): void {
    turn.run = run;
    void run.result.then(
      (result) => this.#ended(turn, result),
      (error: unknown) => this.#failed(error, turn),
    );
  }

  #ended(turn: ConsultationTurn, result: RunResult): void {
    turn.ended(result);
    const { status } = result;
    this.#show({
      ...(status !== 'superseded' && { connection: 'online' }),
      ...(status === 'interrupted' && { card: result.card }),
      ...(status === 'failed' && { error: result.error }),
    });
    // A turn begun elsewhere took its place.
    if (status === 'preempted' && result.reason === 'preempted') void this.restore();
    else this.#lookAround();
  }

  /** A request was refused, or the client gave up: on a turn, or on restoring. */
  #failed(error: unknown, turn?: ConsultationTurn): void {
    const isRefused = error instanceof ProblemError;
    if (turn?.run?.runId) turn.ended({ status: 'left', accepted: true, runId: turn.runId, text: turn.run.text });
    else if (turn && isRefused && !(error.retryable && turn.act?.kind === 'chat')) this.#transcript.remove(turn);
    else turn?.unsent();
    this.#show({
      error: error as Error,
      connection: error instanceof ConnectionError ? 'lost' : 'online',
      ...(isRefused && error.card && { card: error.card }),
    });
    if (isRefused && turn && CARD_IS_ELSEWHERE.includes(error.code)) void this.restore();
  }

  #hear(session: Session): void {
    this.#news = session;
    this.#lookAround();
  }

  /** Sees to what the feed told, as soon as nothing is going on here. */
  #lookAround(): void {
    const news = this.#news;
    if (!news || this.#restoring || this.#transcript.live.length > 0 || this.#isClosed) return;
    this.#news = undefined;
    this.#show({ session: news });
    if (needsRefresh({ ...this.#transcript.known, cardId: this.#facts.card?.card_id ?? null }, news)) void this.restore();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #show(learnt: Partial<Facts> = {}): void {
    this.#facts = { ...this.#facts, ...learnt };
    this.#isStopping &&= this.#transcript.live.length > 0;
    if (!this.#isClosed) this.state.now(this.#stateNow());
  }

  #stateNow(): ConsultationState {
    const [isRestoring, isRestored, isStopping] = [this.#restoring !== undefined, this.#isRestored, this.#isStopping];
    return stateOf(this.#transcript, { ...this.#facts, isRestoring, isRestored, isStopping });
  }
}
