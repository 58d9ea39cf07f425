export interface ConfigProblem {
  /** Name of the environment variable. */
  name: string;
  expected: string;
  /** What came, fit to be shown; absent where nothing came. */
  came?: string;
}

/** The environment is wrong. Lists every problem, so that one start is enough to learn of them all. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly ConfigProblem[]) {
    super(['The configuration is wrong:', ...problems.map(lineOf)].join('\n'));
  }
}

/** sysexits' EX_CONFIG: supervisors need not try again. */
export const CONFIG_EXIT_CODE = 78;

const lineOf = ({ name, expected, came }: ConfigProblem): string =>
  `  ${name}: expected ${expected}; ${came === undefined ? 'it is not set' : `got ${came}`}`;
