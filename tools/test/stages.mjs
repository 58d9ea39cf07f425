// What `npm test` consists of, in order.
import path from 'node:path';
import { jestTotals, tapTotals } from './totals.mjs';

/**
 * Each stage: `{ name, title, command, limitMinutes, needsRedis, needsChromium, totals? }`. `totals` reads the stage's result file; a stage
 * without it only passes or fails. `results`: the folder for those files.
 */
export function allStages({ root, results }) {
  const bin = (name, ...args) => [process.execPath, path.join(root, 'node_modules/.bin', name), ...args];
  const result = (name) => path.join(results, name);
  const jest = (name, config, ...args) =>
    bin('jest', '--config', path.join(root, config), '--json', '--outputFile', result(name), ...args);
  const reporters = [
    '--test-reporter=dot',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${result('tools')}`,
  ];
  return [
    {
      name: 'tools',
      title: 'the tools (start, reset, install)',
      command: [process.execPath, '--test', ...reporters, 'tools/**/*.test.mjs'],
      limitMinutes: 5,
      needsRedis: true,
      totals: () => tapTotals(result('tools')),
    },
    { name: 'build', title: 'build', command: [process.execPath, path.join(root, 'tools/build.mjs')], limitMinutes: 10 },
    { name: 'types', title: 'type check of the tests', command: bin('tsc', '-p', 'tsconfig.spec.json'), limitMinutes: 10 },
    {
      name: 'lint',
      title: 'lint',
      command: [process.execPath, path.join(root, 'tools/lint.mjs')],
      limitMinutes: 10,
    },
    {
      name: 'unit',
      title: 'unit tests',
      command: jest('unit', 'jest.config.cjs', '--maxWorkers=2'),
      limitMinutes: 15,
      needsRedis: true,
      totals: () => jestTotals(result('unit')),
    },
    {
      name: 'e2e',
      title: 'end-to-end tests',
      command: jest('e2e', 'apps/e2e/jest.config.cjs', '--maxWorkers=2'),
      limitMinutes: 25,
      needsRedis: true,
      needsChromium: true,
      totals: () => jestTotals(result('e2e')),
    },
  ];
}

/** The stages that `args` (`--only a,b` or `--only=a,b`; without it all) choose; throws a sentence for the person at the terminal. */
export function chosenStages(stages, args) {
  if (!args.length) return stages;
  const [, wanted] = args.join(' ').match(/^--only[ =]([\w,]+)$/) ?? [];
  const names = wanted?.split(',') ?? [];
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
  if (!wanted || unknown.length)
    throw new Error(`usage: npm test [-- --only <stage>,…]; stages: ${stages.map(({ name }) => name).join(', ')}`);
  return stages.filter(({ name }) => names.includes(name));
}
