// Reasons not to start, and how they are told.
import { RedisMissing } from '../redis/ensure-redis.mjs';

/** Its message is written for the person at the terminal. */
export class CannotStart extends Error {}

/** Throws one CannotStart that lists all `problems`, if there are any. */
export function refuse(problems) {
  if (problems.length) throw new CannotStart(['Parley cannot start:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
}

/** Says why it ended; what nobody foresaw keeps its stack. Returns the exit code. */
export function explain(error, say) {
  const isForeseen = error instanceof CannotStart || error instanceof RedisMissing;
  say(isForeseen ? error.message : error.stack);
  return 1;
}
