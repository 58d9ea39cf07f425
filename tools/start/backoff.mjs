// How long to wait before a dead child is started again.

const FIRST_MS = 100;
const LONGEST_MS = 10_000;
/** A child that lived this long has not failed to start: its death is a new incident. */
export const STABLE_MS = 10_000;

/** `failures`: how many times in a row it died young, this time included (0: it had been stable). */
export function restartDelayMs(failures) {
  return Math.min(FIRST_MS * 2 ** failures, LONGEST_MS);
}

/** The count of failures in a row after a life of `livedMs`. */
export function failuresAfter(failures, livedMs) {
  return livedMs >= STABLE_MS ? 0 : failures + 1;
}
