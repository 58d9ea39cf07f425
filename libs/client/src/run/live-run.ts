import type { Card, RunEventOf } from '@parley/contracts';
import { aborter, onAbort } from '../aborter.js';
import { ConnectionError } from '../connection-error.js';
import type { Http, HttpCall } from '../http/http.js';
import type { ProblemError } from '../problem-error.js';
import { allMessages } from './all-messages.js';
import { deferred } from './deferred.js';
import { endsRun } from './ends-run.js';
import type { RunPlace } from './read-run.js';
import { recoverRun } from './recover-run.js';
import type { ClientEvent, Run, RunConnection, RunHandlers, RunResult } from './run.js';
import { runEvents } from './run-events.js';
import { outcomeOf } from './outcome-of.js';
import { OF_RESULT, teller } from './tell.js';

const OVER = { done: true } as IteratorReturnResult<undefined>;

/** How long a request that is not answered may hold up what was to come after it. */
const LET_GO_MS = 5000;

export interface RunStart {
  http: Http;
  /** `/sessions/<id>`. */
  path: string;
  /** The request that starts the run, or the id of one that is there; neither: the active run, else the latest. */
  start?: HttpCall;
  runId?: string;
  /** Nothing is sent before this. */
  after: Promise<unknown>;
  /** Its handlers; `signal` leaves the run when it aborts. */
  options: RunHandlers & { signal?: AbortSignal };
  /** As that `signal`; a run that is superseded is no longer heard out, either. */
  closing: AbortSignal;
}

/** What the session decides about a run. */
export interface LiveRun extends Run {
  /** Whether it is followed to its end: not over, not superseded, not left. */
  isLive: () => boolean;
  /**
   * One more newer request is on its way: what comes is kept, not delivered; a request that is not taken yet is not repeated
   * any more. One less, it was refused: what was kept is delivered, and it goes on.
   */
  mute: (by: 1 | -1) => void;
  /** That request was taken: nothing more is delivered. The server is heard out, so that it does not take this for a viewer who left. */
  supersede: () => void;
  /**
   * The user stops it: no more words, only how it ended; a request that is not taken yet is not repeated any more. It could not
   * be stopped (false): its words are delivered, the late ones, too.
   */
  stop: (isStopping: boolean) => void;
}

/** A run, driven from here on to its end. */
export function liveRun(what: RunStart): LiveRun {
  const { http, path, after } = what;
  const [tell, tellEvent] = teller(what.options, () => run);
  const place: RunPlace = { seq: 0 };
  const connections = aborter();
  let patience = aborter();
  const accepted = deferred<string | undefined>();
  const result = deferred<RunResult>();
  const events: ClientEvent[] = [];
  /** Words that came after it was stopped. */
  const unheard: ClientEvent[] = [];
  let said: (ClientEvent & RunEventOf<'token'>)[] = [];
  let text = '';
  let card: Card | undefined;
  let connection: RunConnection | undefined;
  let isLive = true;
  let isStopping = false;
  let mutes = 0;
  let news = deferred<void>();

  const isHeard = (event: ClientEvent): boolean => !isStopping || event.event === 'card' || endsRun(event);

  const notify = (): void => {
    news.resolve();
    news = deferred();
  };
  const settle = <T>(how: (value: T) => void, value: T, name: Parameters<typeof tell>[0], told: unknown): void => {
    if (!isLive) return;
    isLive = false;
    how(value);
    tell(name, told);
    notify();
  };
  const end = (how: RunResult): void =>
    settle(result.resolve, how, OF_RESULT[how.status], how.status === 'failed' ? how.error : how);
  /** Resolves when it may be told on, or nobody wants that any more. */
  const isUnmuted = async (): Promise<void> => {
    while (isLive && mutes) await news.promise;
  };
  /** It ends here, whatever it may still say elsewhere. */
  const giveUp = (status: 'left' | 'superseded'): void => {
    end({ runId: run.runId, text, status, accepted: !!run.runId });
    patience.abort();
  };

  /** It is wanted less, or more. */
  const turn = (): void => {
    if (mutes || isStopping) void letGo();
    else goOn();
    notify();
  };
  /** Before it is taken: there is no other attempt, and the one that is going on has not forever once it is its turn. */
  const letGo = async (): Promise<void> => {
    if (run.runId) return;
    patience.abort();
    await after;
    const timer = setTimeout(() => run.runId ?? connections.abort(new ConnectionError('silent')), LET_GO_MS);
    void accepted.promise.then(() => clearTimeout(timer));
  };
  const goOn = (): void => {
    if (isLive && patience.signal.aborted) patience = aborter();
    // Whoever hears of a word may stop it, or take its place.
    while (isLive && !mutes && !isStopping && unheard.length) tellEvent(unheard.shift() as ClientEvent);
  };

  const take = (event: ClientEvent): void => {
    if (!isLive) return;
    events.push(event);
    if (event.event === 'token') {
      said.push(event);
      text += event.data.text;
    } else if (event.event === 'rewind') {
      said = said.filter(({ seq }) => seq <= event.data.to_seq);
      text = said.map(({ data }) => data.text).join('');
    } else if (event.event === 'card') card = event.data;
    notify();
    if (isHeard(event)) tellEvent(event);
    else unheard.push(event);
    if (endsRun(event)) end({ runId: event.runId, text, ...outcomeOf(event, card) } as RunResult);
  };

  const onConnection = (now: RunConnection): void => {
    if (place.runId) accepted.resolve(place.runId);
    if (isLive && now !== connection) tell('onConnection', (connection = now));
  };

  /** The run's log is gone: what is stored tells how it ended. Throws the error where that does not help. */
  const recover = async (error: ProblemError): Promise<void> => {
    const isGone = isLive && error.code === 'run_expired';
    const recovered = isGone && recoverRun(await allMessages(http, path, connections.signal), run.runId, place.seq, error);
    if (!recovered) throw error;
    accepted.resolve(run.runId);
    await isUnmuted();
    if (isLive) ({ text } = recovered);
    recovered.events.forEach(take);
  };

  const drive = async (): Promise<void> => {
    await after;
    const { signal } = connections;
    for await (const event of runEvents({ ...what, place, onConnection, signal, patience: () => patience.signal })) {
      accepted.resolve(event.runId);
      await isUnmuted();
      take(event);
    }
  };

  const run: LiveRun = {
    get runId() {
      return place.runId ?? what.runId;
    },
    get text() {
      return text;
    },
    accepted: accepted.promise,
    result: result.promise,
    isLive: () => isLive,
    leave: () => {
      giveUp('left');
      connections.abort();
    },
    mute: (by) => {
      mutes += by;
      turn();
    },
    supersede: () => giveUp('superseded'),
    stop: (is) => {
      isStopping = is;
      turn();
    },
    [Symbol.asyncIterator]: () => {
      let next = 0;
      return {
        next: async () => {
          for (;;) {
            // What is not heard now may be later.
            for (let at = next; !mutes && at < events.length; at++) {
              const value = events[at] as ClientEvent;
              if (isHeard(value)) return { value: ((next = at + 1), value) };
            }
            // Rejects where the run has no end.
            if (!isLive) return result.promise.then(() => OVER);
            await news.promise;
          }
        },
        return: async () => {
          run.leave();
          return OVER;
        },
      };
    },
  };

  // Whoever uses callbacks only is told by `onError`.
  result.promise.catch(() => undefined);
  void drive()
    .catch(recover)
    .catch(async (reason: unknown) => {
      accepted.resolve(place.runId);
      await isUnmuted();
      // Stopped before it was taken: it was not tried again.
      if (isStopping && patience.signal.aborted) giveUp('left');
      settle(result.reject, reason, 'onError', reason);
    })
    .then(() => connections.abort());
  for (const each of [what.options.signal, what.closing]) onAbort(each, run.leave, connections.signal);
  return run;
}
