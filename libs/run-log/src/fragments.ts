import { loadFragment } from './script.js';

const fragment = (name: string): string => loadFragment(new URL(`../lua/${name}.lua`, import.meta.url));

/** Lua that scripts of other packages include, too, by name. Each file says what it does. */
export const RUN_FRAGMENTS = {
  /** `append_lines(run_key, log_key, channel, last, lines)`: the one way anything gets into a run log. */
  'append-lines': fragment('append-lines'),
  /** `now_ms()` */
  'now-ms': fragment('now-ms'),
  /** `is_unwatched(run_key, now)` */
  unwatched: fragment('unwatched'),
} as const;
