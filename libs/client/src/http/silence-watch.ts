import { aborter, onAbort } from '../aborter.js';
import { ConnectionError } from '../connection-error.js';
import { onWake } from './page.js';

/** The server speaks every 15 s: a page that wakes up and has heard nothing for longer does not wait for the rest. */
const STALE_MS = 20_000;

/** A longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Watches over one connection. */
export interface SilenceWatch {
  /** Aborts when the connection is to end; with a ConnectionError where nothing was heard. */
  readonly signal: AbortSignal;
  /** For how long something has come over it. */
  livedMs: () => number;
  heard: () => void;
  /** Ends the connection, whatever state it is in. */
  stop: () => void;
}

/**
 * Ends a connection when nothing was heard for `silenceMs`, when the page wakes up from a sleep that the connection cannot
 * have survived, and when `outer` aborts. Time is read from the clock: timers sleep with the page.
 */
export function watchSilence(silenceMs: number, outer?: AbortSignal): SilenceWatch {
  const controller = aborter();
  const { signal } = controller;
  let heardAt = Date.now();
  let firstHeardAt = 0;
  let timer: ReturnType<typeof setTimeout>;

  const stop = (reason?: unknown): void => {
    clearTimeout(timer);
    controller.abort(reason);
  };
  const look = (limitMs: number): void => {
    clearTimeout(timer);
    // A clock that was set back would make it young for as long.
    heardAt = Math.min(heardAt, Date.now());
    const leftMs = limitMs - (Date.now() - heardAt);
    if (leftMs <= 0) stop(new ConnectionError('silent', `nothing came for ${silenceMs} ms`));
    else timer = setTimeout(look, Math.min(leftMs, LONGEST_TIMER_MS), silenceMs);
  };
  look(silenceMs);
  onWake(() => look(Math.min(silenceMs, STALE_MS)), signal);
  onAbort(outer, stop, signal);

  return {
    signal,
    livedMs: () => heardAt - (firstHeardAt || heardAt),
    heard: () => {
      heardAt = Date.now();
      firstHeardAt ||= heardAt;
    },
    stop,
  };
}
