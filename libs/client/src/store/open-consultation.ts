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
  /** Whether something ended here before it ended there. */
  #isBehind = false;
  /** What was asked for while there was a restore. */
  #restoringAgain: Promise<void> | undefined;
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
    const card = cardOf(act);
    const same = card && this.#transcript.live.find((turn) => cardOf(turn.act) === card);
    if (same) return (await same.asked) ?? false;
    // The same message again is the one that did not arrive, as far as is known: it is not said twice.
    const last = this.#transcript.turns.at(-1);
    const isAgain = last?.isUnsent && last.act?.kind === 'chat' && act.kind === 'chat' && last.act.message === act.message;
    return this.#request(isAgain ? last : new ConsultationTurn(act));
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
    const latest = this.#transcript.turns.at(-1);
    const { unsent } = this.#transcript;
    if (unsent) await this.#request(unsent);
    else if (this.#isLost) await this.restore();
    else if (latest?.act && latest.result?.status === 'failed') await this.act(latest.act);
  }

  /** One that is asked for during another comes after it: that one may have read already what has changed since. */
  restore(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    if (this.#restoring)
      return (this.#restoringAgain ??= this.#restoring.then(() => {
        this.#restoringAgain = undefined;
        return this.restore();
      }));
    this.#restoring = this.#restore()
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

  #request(turn: ConsultationTurn): Promise<boolean> {
    this.#transcript.add(turn);
    const run = turn.request(this.#session, this.#handlers(turn));
    this.#isStopping = false;
    this.#show({ error: null, connection: 'online' });
    this.#watch(turn, run);
    return (turn.asked = this.#isTaken(turn, run));
  }

  /** Also after it was refused: what was wrong with it is shown by then. */
  async #isTaken(turn: ConsultationTurn, run: Run): Promise<boolean> {
    if ((await run.accepted) === undefined) {
      await run.result.catch(() => undefined);
      return false;
    }
    turn.accepted();
    this.#transcript.taken(turn);
    this.#listenAgain();
    // Whatever was asked is answered, or superseded; unless this turn has already asked anew.
    this.#show(turn.result ? {} : { card: null });
    return true;
  }

  async #restore(): Promise<void> {
    const wasLost = this.#isLost;
    // Without a connection a message may have been taken: sent again it joins its run, and is not shown twice.
    const { unsent } = this.#transcript;
    const isUnclear = unsent && unsent === this.#transcript.turns.at(-1) && this.#facts.connection === 'lost';
    if (isUnclear && !(await this.#request(unsent)) && this.#isLost) return;
    const before = new Set(this.#transcript.turns);
    const { error } = this.#facts;
    this.#isBehind = false;
    const followed = new ConsultationTurn();
    const { session, messages, card, run } = await this.#session.restore(this.#handlers(followed));
    const own = run && this.#transcript.turns.find((turn) => turn.run === run);
    if (run && !own) this.#watch(followed, run);
    // Begun meanwhile, still going on, or not known to the server.
    const kept = (): ConsultationTurn[] =>
      this.#transcript.turns.filter((turn) => !before.has(turn) || turn === own || turn.isUnsent);
    for (const turn of kept()) await turn.asked;
    const turns = kept();
    this.#transcript.restore(messages, run && !own ? [followed, ...turns] : turns, session?.turn ?? 0);
    this.#isRestored = true;
    const isCurrent = turns.every(({ isUnsent }) => isUnsent);
    const isOver = wasLost && this.#facts.error === error;
    this.#show({ session, ...(isCurrent && { card }), ...(wasLost && { connection: 'online' }), ...(isOver && { error: null }) });
  }

  #handlers(turn: ConsultationTurn): RunOptions {
    return {
      signal: this.#closing.signal,
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
    // What it said there after that is shown as soon as nothing is going on here.
    if (status === 'superseded' && result.accepted && this.#transcript.turns.includes(turn)) this.#isBehind = true;
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
    const isCut = turn?.run?.runId !== undefined;
    if (isCut) turn.ended({ status: 'left', accepted: true, runId: turn.runId, text: turn.run?.text ?? '' });
    else if (turn && isRefused && !(error.retryable && turn.act?.kind === 'chat')) this.#transcript.remove(turn);
    else turn?.unsent();
    this.#isBehind ||= isCut;
    this.#show({
      error: error as Error,
      connection: isCut || error instanceof ConnectionError ? 'lost' : 'online',
      ...(isRefused && error.card && { card: error.card }),
    });
    if (isRefused && turn && CARD_IS_ELSEWHERE.includes(error.code)) void this.restore();
    else this.#lookAround();
  }

  #hear(session: Session): void {
    this.#news = session;
    this.#lookAround();
  }

  /** Sees to what the feed told, and to what is behind, as soon as nothing is going on here. The feed heard the server: it is there again. */
  #lookAround(): void {
    const news = this.#news;
    if (this.#restoring || this.#transcript.live.length > 0 || this.#isClosed) return;
    this.#news = undefined;
    if (news) this.#show({ session: news });
    const known = { ...this.#transcript.known, cardId: this.#facts.card?.card_id ?? null };
    const isNew = this.#isLost ? news : this.#isBehind || (news && needsRefresh(known, news));
    if (isNew) void this.restore();
  }

  /** Whether nobody knows how things are. */
  get #isLost(): boolean {
    return this.#facts.connection === 'lost' || !this.#isRestored;
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

const cardOf = (act: Act | undefined): string | undefined => (act?.kind === 'resume' ? act.response.card_id : undefined);
