// Makes sure that the program redis-server is on this machine.
import { ensureProgram, ProgramMissing } from '../programs/ensure-program.mjs';

/** Its message is written for the person at the terminal. */
export class RedisMissing extends ProgramMissing {}

const REDIS = {
  title: 'Redis',
  names: ['redis-server'],
  aptPackage: 'redis-server',
  brewPackage: 'redis',
  otherPackage: 'redis',
  orElse: 'set REDIS_URL to a Redis that runs already (in .env beside package.json, or in the environment)',
};

/** The path of redis-server; see `ensureProgram`. Throws `RedisMissing`. */
export const ensureRedis = (options) => ensureProgram(REDIS, { ...options, Missing: RedisMissing });
