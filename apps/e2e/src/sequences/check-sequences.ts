import * as fc from 'fast-check';
import type { Command } from './commands/command.js';
import { SequenceFailed } from './play/play-sequence.js';

export interface Check {
  sequences: fc.Arbitrary<Command[]>;
  play: (commands: readonly Command[]) => Promise<unknown>;
  /** How many. */
  runs: number;
  /** How many at a time. */
  lanes: number;
  seed: number;
  /** Only the one this leads to. */
  path?: string;
  /** More that the command line of a replay needs. */
  replay?: string;
}

/** How long a failed sequence may be made shorter. */
const SHRINK_MS = 60_000;

/**
 * Plays random sequences, some at a time: each lane is a check of its own, with the seed after that of the lane before it.
 * Throws with the shortest sequence that fails, and how to play it again.
 */
export async function checkSequences(check: Check): Promise<void> {
  const { runs, lanes, seed, path } = check;
  if (path !== undefined) return throwFailure(check, [await checkLane(check, seed, 1)]);
  const count = Math.min(lanes, runs);
  const shares = Array.from({ length: count }, (_, lane) => Math.ceil((runs - lane) / count));
  throwFailure(check, await Promise.all(shares.map((share, lane) => checkLane(check, seed + lane, share))));
}

function checkLane({ sequences, play, path }: Check, seed: number, numRuns: number): Promise<fc.RunDetails<[Command[]]>> {
  let giveUpAt = Infinity;
  const property = fc.asyncProperty(sequences, async (commands) => {
    if (performance.now() > giveUpAt) return;
    try {
      await play(commands);
    } catch (error) {
      giveUpAt = Math.min(giveUpAt, performance.now() + SHRINK_MS);
      throw error;
    }
  });
  return fc.check(property, { seed, numRuns, ...(path !== undefined && { path, endOnFailure: true }) });
}

function throwFailure({ replay = '' }: Check, lanes: readonly fc.RunDetails<[Command[]]>[]): void {
  const failures = lanes.filter(({ failed }) => failed);
  const [first] = failures.toSorted((a, b) => lengthOf(a) - lengthOf(b));
  if (!first) return;
  const { seed, counterexamplePath, numShrinks, errorInstance, counterexample } = first;
  const played = errorInstance instanceof SequenceFailed ? errorInstance.played : undefined;
  // Without a cause: a test runner would tell all of it once more.
  throw new Error(
    [
      `A sequence breaks the invariants (${failures.length} of ${lanes.length} lanes found one; shrunk ${numShrinks} times):`,
      (errorInstance as Error).message,
      `Play it again:  npm run test:sequences -- ${replay}--seed ${seed} --path ${counterexamplePath}`,
      `Its commands:  ${JSON.stringify(counterexample?.[0].slice(0, played))}`,
    ].join('\n\n'),
  );
}

const lengthOf = ({ counterexample }: fc.RunDetails<[Command[]]>): number => counterexample?.[0].length ?? Infinity;
