import type { Session } from '@parley/contracts';
import type { Client } from '../client.js';
import { ConnectionError } from '../connection-error.js';
import { onWake } from '../http/page.js';
import { ProblemError } from '../problem-error.js';
import type { Run, RunResult } from '../run/run.js';
import type { ConsultationSession, RunOptions } from '../session/consultation-session.js';
import type { ConsultationState } from './consultation-state.js';
import { type Act, ConsultationTurn, isSameAct } from './consultation-turn.js';
import { ConsultationView } from './consultation-view.js';
import { needsRefresh } from './needs-refresh.js';
import type { Outbox } from './outbox.js';
import { OneAtATime } from './one-at-a-time.js';
import type { Published } from './published.js';
import { UnsentTurns } from './unsent-turns.js';
import { watchFeed } from './watch-feed.js';

export interface OpenConsultationOptions {
  client: Client;
  sessionId: string;
  outbox: Outbox;
  /** Whether it listens to other tabs. */
  feed: boolean;
  state: Published<ConsultationState>;
}

/** Refusals that mean: the page does not know what has become of its card. */
const CARD_IS_ELSEWHERE = ['card_stale', 'card_already_answered', 'card_expired', 'no_pending_card'];

/** A consultation from when a page opens it until it closes it. */
export class OpenConsultation {
  readonly #session: ConsultationSession;
  readonly #view: ConsultationView;
  readonly #unsent: UnsentTurns;
  readonly #closing = new AbortController();
  readonly #restoring = new OneAtATime(
    () => this.#restore().catch((error: unknown) => this.#failed(error)),
    () => {
      this.#view.isRestoring = false;
      this.#view.show();
      this.#lookAround();
    },
  );
  /** Whether something ended here before it ended there. */
  #isBehind = false;
  /** What the feed told and nobody has looked at. */
  #news: Session | undefined;
  #listenAgain: () => void = () => undefined;

  constructor({ client, sessionId, outbox, feed, state }: OpenConsultationOptions) {
    const { signal } = this.#closing;
    this.#session = client.session(sessionId);
    this.#view = new ConsultationView(state);
    this.#unsent = new UnsentTurns(this.#transcript, outbox);
    void this.restore();
    const comeBack = (): void => void (this.#view.facts.connection === 'lost' && this.restore());
    onWake(comeBack, signal);
    const on = {
      onSession: (session: Session) => this.#hear(session),
      onDeleted: () => {
        // What is unsent would make it anew.
        this.#unsent.holdAll();
        void this.restore();
      },
      onAbsent: comeBack,
    };
    if (feed) this.#listenAgain = watchFeed(client, { sessionId, signal, ...on });
  }

  /** What was sent still arrives: its user may only be looking at something else. */
  close(): void {
    this.#view.close();
    this.#closing.abort();
    const sending = this.#transcript.live.flatMap(({ asked }) => asked ?? []);
    void Promise.all(sending).then(() => this.#session.close());
  }

  async act(act: Act): Promise<boolean> {
    const same = this.#transcript.live.find((turn) => turn.act?.kind === 'resume' && isSameAct(turn.act, act));
    if (same) return (await same.asked) ?? false;
    return this.#request(this.#unsent.turnOf(act));
  }

  async stop(): Promise<void> {
    this.#view.isStopping = true;
    this.#view.show();
    await this.#session.abort().catch((error: Error) => {
      this.#view.isStopping = false;
      this.#view.show({ error });
    });
  }

  async retry(): Promise<void> {
    const latest = this.#transcript.turns.at(-1);
    const { unsent } = this.#transcript;
    if (unsent && this.#view.isRestored) await this.#request(unsent);
    else if (this.#view.isLost) await this.restore();
    else if (latest?.act && latest.result?.status === 'failed') await this.act(latest.act);
  }

  async restore(): Promise<void> {
    if (!this.#view.isClosed) await this.#restoring.begin();
  }

  discard(messageKey: string): void {
    this.#unsent.discard(messageKey);
    this.dismissError();
  }

  dismissError(): void {
    this.#view.show({ error: null });
  }

  #request(turn: ConsultationTurn): Promise<boolean> {
    this.#transcript.add(turn);
    const run = turn.request(this.#session, this.#handlers(turn));
    this.#watch(turn, run);
    this.#unsent.keep(turn);
    this.#view.isStopping = false;
    this.#view.show({ error: null, connection: 'online' });
    return (turn.asked = this.#isTaken(turn, run));
  }

  /** Also after it was refused: what was wrong with it is shown by then. */
  async #isTaken(turn: ConsultationTurn, run: Run): Promise<boolean> {
    if ((await run.accepted) === undefined) {
      await run.result.catch(() => undefined);
      return false;
    }
    turn.accepted();
    this.#unsent.taken(turn);
    this.#transcript.taken(turn);
    this.#listenAgain();
    // Whatever was asked is answered, or superseded; unless this turn has already asked anew.
    this.#view.show(turn.result ? {} : { card: null });
    return true;
  }

  async #restore(): Promise<void> {
    if (this.#view.isClosed) return;
    this.#view.isRestoring = true;
    const wasLost = this.#view.isLost;
    const { error } = this.#view.facts;
    const sent = this.#unsent.due().map((turn) => this.#request(turn));
    if ((await sent.at(-1)) === false && this.#view.facts.error instanceof ConnectionError) return;
    const before = new Set(this.#transcript.turns);
    this.#isBehind = false;
    const followed = new ConsultationTurn();
    const { session, messages, card, run } = await this.#session.restore(this.#handlers(followed));
    const own = run && this.#transcript.turns.find((turn) => turn.run === run);
    if (run && !own) this.#watch(followed, run);
    // Begun meanwhile, still going on, or not known to the server.
    const kept = (): ConsultationTurn[] =>
      this.#transcript.turns.filter((turn) => !before.has(turn) || turn === own || turn.isUnsent);
    for (const turn of kept()) await turn.asked;
    this.#unsent.removeDropped();
    const turns = kept();
    this.#transcript.restore(messages, run && !own ? [followed, ...turns] : turns, session?.turn ?? 0);
    this.#view.isRestored = true;
    const isCurrent = turns.every(({ isUnsent }) => isUnsent);
    const isOver = wasLost && this.#view.facts.error === error;
    this.#view.show({
      session,
      ...(isCurrent && { card }),
      ...(wasLost && { connection: 'online' }),
      ...(isOver && { error: null }),
    });
  }

  #handlers(turn: ConsultationTurn): RunOptions {
    return {
      // What the user does arrives: the session ends it.
      signal: turn.act ? undefined : this.#closing.signal,
      onEvent: (event, run) => {
        turn.take(event, run);
        this.#view.showSoon();
      },
      onConnection: (connection) => this.#view.show({ connection: connection === 'open' ? 'online' : 'reconnecting' }),
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
    if (turn.isUnsent) this.#unsent.hold(turn);
    const { status } = result;
    // What it said there after that is shown as soon as nothing is going on here.
    if (status === 'superseded' && result.accepted && this.#transcript.turns.includes(turn)) this.#isBehind = true;
    this.#view.show({
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
    // What passes was tried often enough: that is no refusal.
    const refusal = error instanceof ProblemError && !error.isPassing ? error : undefined;
    const { runId, text = '' } = turn?.run ?? {};
    const isCut = runId !== undefined;
    const isGone = !isCut && refusal?.code === 'run_expired';
    if (isCut) turn?.ended({ status: 'left', accepted: true, runId, text });
    else turn?.unsent();
    if (turn && refusal && !isCut) this.#unsent.refused(turn, isGone);
    this.#isBehind ||= isCut || isGone;
    this.#view.show({
      error: isGone ? null : (error as Error),
      connection: isCut || !refusal ? 'lost' : 'online',
      ...(refusal?.card && { card: refusal.card }),
    });
    // Also to what is not there yet, until the server is; once, where only requests fail.
    if (error instanceof ConnectionError && !this.#restoring.isGoingOn) this.#listenAgain();
    if (turn && refusal && CARD_IS_ELSEWHERE.includes(refusal.code)) void this.restore();
    else this.#lookAround();
  }

  #hear(session: Session): void {
    this.#news = session;
    this.#view.show({ session });
    this.#lookAround();
  }

  /** Sees to what the feed told, and to what is behind, as soon as nothing is going on here. The feed heard the server: it is there again. */
  #lookAround(): void {
    const news = this.#news;
    if (this.#restoring.isGoingOn || this.#transcript.live.length > 0 || this.#view.isClosed) return;
    this.#news = undefined;
    if (news) this.#view.show({ session: news });
    const known = { ...this.#transcript.known, cardId: this.#view.facts.card?.card_id ?? null };
    const isNew = this.#view.isLost ? news : this.#isBehind || (news && needsRefresh(known, news));
    if (isNew) void this.restore();
  }

  get #transcript(): ConsultationView['transcript'] {
    return this.#view.transcript;
  }
}
