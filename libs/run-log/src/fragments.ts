import { loadFragment } from './script.js';

/** `append_lines(run_key, log_key, channel, last, lines)`: the one way anything gets into a run log. */
export const APPEND_LINES = loadFragment(new URL('../lua/append-lines.lua', import.meta.url));
