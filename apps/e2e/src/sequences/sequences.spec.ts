import path from 'node:path';
import { ROOT } from '@parley/testing';
import { ONE_EACH, useStack } from '../test/use-stack.js';
import { useRedisView } from '../turns/test/redis-view.js';
import { checkSequences } from './check-sequences.js';
import { COMMANDS, ROUGH_COMMANDS } from './commands/command.js';
import { Surroundings } from './commands/surroundings.js';
import { Door } from './play/door.js';
import { numbered, playSequence } from './play/play-sequence.js';
import { CONFIG } from './sequences-config.js';

/*
 * A sequence is a list of plain commands (`commands/`). Each is played through a gateway in a session of its own, beside a model of
 * what the session should be like (`model/`); after each, everything that can be seen of the session is compared with it (`play/`).
 * A failure is made shorter, and printed with the line that plays it again. More of them: `npm run test:sequences`.
 */
const { runs, only, tells, ...from } = CONFIG;
/** So many at a time. */
const LANES = 10;
/** Killing is slow: one sequence in ten. */
const ROUGH_RUNS = Math.ceil(runs / 10);

/** A gateway for each transport. How soon a dead worker is noticed is as short as a busy machine allows. */
const stack = useStack({
  gateways: ONE_EACH,
  engines: [{}, {}],
  agentsDir: path.join(ROOT, 'apps/e2e/src/sequences/agents'),
  env: { STALL_DETECT_MS: '1500' },
});
const view = useRedisView(stack);

let surroundings: Surroundings | undefined;
const around = () => (surroundings ??= new Surroundings(stack(), view().redis));
const play = (isRough: boolean) => async (commands: Parameters<typeof playSequence>[0]) => {
  const told = await playSequence(commands, new Door(stack(), isRough), around());
  if (tells) process.stdout.write(`${numbered(told)}\n\n`);
};
const limitMs = (sequences: number): number => 120_000 + sequences * 3000;

(only === 'rough' ? test.skip : test)(
  'any sequence of messages, answers, cancels, stops and lapses → cards, guard, state and messages are as they must be',
  () => checkSequences({ sequences: COMMANDS, play: play(false), runs: runs - ROUGH_RUNS, lanes: LANES, ...from }),
  limitMs(runs),
);

(only === 'quiet' ? test.skip : test)(
  'the same while services are killed and started again',
  () =>
    checkSequences({
      sequences: ROUGH_COMMANDS,
      play: play(true),
      runs: ROUGH_RUNS,
      lanes: LANES,
      replay: '--only rough ',
      ...from,
    }),
  limitMs(10 * ROUGH_RUNS),
);
