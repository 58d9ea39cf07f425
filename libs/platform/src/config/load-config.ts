import 'reflect-metadata';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { CONFIG_EXIT_CODE, ConfigError, type ConfigProblem } from './config-error.js';
import { shownValue } from './shown-value.js';

export type Environment = Readonly<Record<string, string | undefined>>;
type ConfigClass<T> = new () => T;

interface CrossChecked {
  crossCheck(): ConfigProblem[];
}

/**
 * Reads a class's validated properties from the environment variables of the same names.
 * An empty variable counts as not set; numbers and booleans (`true`, `false`, `1`, `0`) are read by the property's type.
 * Throws `ConfigError` with all problems.
 */
export function loadConfig<T extends object>(Class: ConfigClass<T>, env: Environment): T {
  const config = new Class();
  const values = config as Record<string, unknown>;
  for (const name of variablesOf(Class)) {
    const text = env[name]?.trim();
    if (text) values[name] = valueOf(text, Reflect.getMetadata('design:type', Class.prototype as object, name));
  }
  const problems = validateSync(config, { forbidUnknownValues: true }).map((error) => problemOf(error, env));
  if (problems.length > 0) Object.assign(config, pick(new Class(), problems));
  if (isCrossChecked(config))
    problems.push(...config.crossCheck().filter(({ name }) => !problems.some((known) => known.name === name)));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function problemOf({ property, constraints = {} }: ValidationError, env: Environment): ConfigProblem {
  const expected = Object.values(constraints).map((message) => expectationOf(property, message));
  const came = env[property]?.trim();
  return { name: property, expected: expected.join(' and '), ...(came && { came: shownValue(property, came) }) };
}

/** The defaults of what is wrong, so that the rules between variables can still be looked at. */
const pick = (defaults: object, problems: readonly ConfigProblem[]): object =>
  Object.fromEntries(problems.map(({ name }) => [name, (defaults as Record<string, unknown>)[name]]));

/**
 * The configuration of this process: `.env` in the working directory, where there is one, under the real environment,
 * which wins. A wrong configuration ends the process with all problems on stderr and exit code 78.
 */
export function readConfig<T extends object>(Class: ConfigClass<T>): T {
  try {
    readEnvFile();
    return loadConfig(Class, process.env);
  } catch (error) {
    if (error instanceof ConfigError) exitWrongConfig(error);
    throw error;
  }
}

export function exitWrongConfig(error: ConfigError): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(CONFIG_EXIT_CODE);
}

function readEnvFile(): void {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT') throw new ConfigError([{ name: '.env', expected: 'a readable file', came: code ?? String(error) }]);
  }
}

function variablesOf(Class: ConfigClass<object>): Set<string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(Class, '', false, false);
  return new Set(rules.map((rule) => rule.propertyName));
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** A text that does not fit the type stays a text: the validator then refuses it. */
function valueOf(text: string, type: unknown): unknown {
  const bare = text.trim();
  if (type === Number) return NUMBER.test(bare) ? Number(bare) : bare;
  if (type === Boolean) return BOOLEANS[bare.toLowerCase()] ?? bare;
  return bare;
}

/** class-validator's "ENGINE_PORT must be an integer number" → "an integer number". */
function expectationOf(property: string, message: string): string {
  const rule = message.startsWith(property) ? message.slice(property.length).trimStart() : message;
  return rule.replace(/^(?:must|should) (not )?(?:be )?/, '$1');
}

const isCrossChecked = (config: object): config is CrossChecked =>
  'crossCheck' in config && typeof config.crossCheck === 'function';
