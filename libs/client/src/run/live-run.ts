import type { Card, RunEventOf } from '@parley/contracts';
import type { Http, HttpCall } from '../http/http.js';
import { ProblemError } from '../problem-error.js';
import { allMessages } from './all-messages.js';
import { deferred } from './deferred.js';
import { endsRun } from './ends-run.js';
import type { RunPlace } from './read-run.js';
import { recoverRun } from './recover-run.js';
import type { ClientEvent, Run, RunConnection, RunHandlers, RunResult } from './run.js';
import { runEvents } from './run-events.js';
import { resultOf } from './run-result.js';
import { tell, tellEvent, tellResult } from './tell.js';

/** How long a request that is not answered may hold up what was to come after it. */
const LET_GO_MS = 5000;

export interface RunStart {
  http: Http;
  /** `/sessions/<id>`. */
  sessionPath: string;
  /** The request that starts the run, or the id of one that is there; neither: the active run, else the latest. */
  start?: HttpCall;
  runId?: string;
  /** Nothing is sent before this. */
  after: Promise<unknown>;
  handlers: RunHandlers;
  /** Leaves the run when it aborts. */
  signal?: AbortSignal;
}

/** What the session decides about a run. */
export interface LiveRun extends Run {
  /** Whether it is followed to its end: not over, not superseded, not left. */
  isLive: () => boolean;
  /** Whether there is, or may yet be, a connection. */
  isOpen: () => boolean;
  /** A newer request takes its place: nothing more is delivered. The server is heard out, so that it does not take this for a viewer who left. */
  supersede: () => void;
  /** The user stops it: no more words, only how it ended. A request that is not taken yet is not repeated any more. */
  stop: () => void;
}

/** A run, driven from here on to its end. */
export function liveRun({ http, sessionPath, start, runId, after, handlers, signal }: RunStart): LiveRun {
  const place: RunPlace = { runId, seq: 0 };
  const [connections, patience] = [new AbortController(), new AbortController()];
  const [accepted, result] = [deferred<string | undefined>(), deferred<RunResult>()];
  const events: ClientEvent[] = [];
  let said: (ClientEvent & RunEventOf<'token'>)[] = [];
  let text = '';
  let card: Card | undefined;
  let connection: RunConnection | undefined;
  let [isLive, isStopping, isSuperseded] = [true, false, false];
  let news = deferred<void>();

  const isHeard = (event: ClientEvent): boolean => !isStopping || event.event === 'card' || endsRun(event);

  const notify = (): void => {
    news.resolve();
    news = deferred();
  };
  const end = (how: RunResult): void => {
    if (!isLive) return;
    isLive = false;
    result.resolve(how);
    notify();
    tellResult(handlers, how, run);
  };
  const fail = (reason: unknown): void => {
    if (!isLive) return;
    isLive = false;
    result.reject(reason);
    notify();
    tell(handlers, 'onError', reason, run);
  };
  /** It ends here, whatever it may still say elsewhere. */
  const giveUp = (status: 'left' | 'superseded'): void => {
    end({ runId: place.runId, text, status, accepted: !!place.runId });
    patience.abort();
  };

  /** There is no other attempt, and the one that is going on has not forever. */
  const letGo = (): void => {
    patience.abort();
    const timer = setTimeout(() => place.runId ?? connections.abort(), LET_GO_MS);
    void accepted.promise.then(() => clearTimeout(timer));
  };

  const take = (event: ClientEvent): void => {
    accepted.resolve(event.runId);
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
    if (isHeard(event)) tellEvent(handlers, event, run);
    if (endsRun(event)) end(resultOf(event, { runId: event.runId, text, card }));
  };

  const onConnection = (now: RunConnection): void => {
    if (place.runId) accepted.resolve(place.runId);
    if (!isLive || now === connection) return;
    connection = now;
    tell(handlers, 'onConnection', now, run);
  };

  /** The run's log is gone: what is stored tells how it ended. Throws the error where that does not help. */
  const recover = async (error: unknown): Promise<void> => {
    if (!(isLive && place.runId && error instanceof ProblemError && error.code === 'run_expired')) throw error;
    const recovered = recoverRun(await allMessages(http, sessionPath, connections.signal), place, error);
    ({ text } = recovered);
    recovered.events.forEach(take);
  };

  const drive = async (): Promise<void> => {
    await after;
    const signals = { signal: connections.signal, patience: patience.signal };
    for await (const event of runEvents({ http, sessionPath, start, place, onConnection, ...signals })) take(event);
  };

  const run: LiveRun = {
    get runId() {
      return place.runId;
    },
    get text() {
      return text;
    },
    accepted: accepted.promise,
    result: result.promise,
    isLive: () => isLive,
    isOpen: () => !connections.signal.aborted,
    leave: () => {
      giveUp('left');
      connections.abort();
    },
    supersede: () => {
      isSuperseded = true;
      giveUp('superseded');
      letGo();
    },
    stop: () => {
      isStopping = true;
      if (!place.runId) letGo();
    },
    [Symbol.asyncIterator]: () => {
      let next = 0;
      return {
        next: async () => {
          for (;;) {
            const value = isSuperseded ? undefined : events[next++];
            if (value && isHeard(value)) return { value };
            if (value) continue;
            next = events.length;
            // Rejects where the run has no end.
            if (!isLive) return result.promise.then(() => ({ done: true, value: undefined }));
            await news.promise;
          }
        },
        return: async () => {
          run.leave();
          return { done: true, value: undefined };
        },
      };
    },
  };

  // Whoever uses callbacks only is told by `onError`.
  result.promise.catch(() => undefined);
  void drive()
    .catch(recover)
    .catch((reason: unknown) => {
      // Stopped before it was taken: it was not tried again.
      if (isStopping && patience.signal.aborted) giveUp('left');
      fail(reason);
    })
    .then(() => {
      accepted.resolve(undefined);
      connections.abort();
    });
  signal?.addEventListener('abort', run.leave, { signal: connections.signal });
  if (signal?.aborted) run.leave();
  return run;
}
