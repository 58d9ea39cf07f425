import type { JsonSchema } from '../agents/agent-tool.js';
import { isRecord } from '../agents/expect.js';
import { expected, type Fault, type PathPart } from '../agents/fault.js';
import { saying } from '../agents/fault-message.js';
import { argumentCheck, schemaErrors } from './argument-schema.js';
import { errorPath, errorReason } from './schema-error-text.js';

/** Errors that only say that one of several others is there. */
const SUMMARIES: readonly string[] = ['anyOf', 'oneOf', 'allOf', 'if'];
/** Their members are names that the author chose, not keywords. */
const NAMES_INSIDE: readonly unknown[] = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** What is wrong with the schema of a tool's arguments, each fault at its place. */
export function schemaFaults(schema: JsonSchema, path: readonly PathPart[]): Fault[] {
  if (schema.type !== 'object')
    return [{ path: [...path, 'type'], message: expected('"object": arguments have names', schema.type) }];
  const errors = schemaErrors(schema).filter(({ keyword }) => !SUMMARIES.includes(keyword));
  if (errors.length > 0)
    return onePerPlace(errors.map((error) => ({ path: [...path, ...errorPath(error, schema)], message: errorReason(error) })));
  try {
    argumentCheck(schema, { strict: true });
    return [];
  } catch (error) {
    const { message } = error as Error;
    const place = placeOf(message, schema);
    const why = { text: message, of: textsOf(schema), instead: "it can't be compiled" };
    return [{ ...place, path: [...path, ...(place?.path ?? [])], message: saying`no valid JSON Schema: ${why}` }];
  }
}

function onePerPlace(faults: readonly Fault[]): Fault[] {
  const byPlace = new Map<string, Fault>();
  for (const fault of faults) if (!byPlace.has(JSON.stringify(fault.path))) byPlace.set(JSON.stringify(fault.path), fault);
  return [...byPlace.values()];
}

/** Any of which the compiler may quote. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** The compiler's messages say what is wrong, but mostly not where: the first place that fits the message. */
function placeOf(message: string, value: unknown, path: readonly PathPart[] = []): Pick<Fault, 'path' | 'at'> | undefined {
  if (Array.isArray(value)) return firstOf(value.map((item, index) => () => placeOf(message, item, [...path, index])));
  if (!isRecord(value)) return undefined;
  const areNames = NAMES_INSIDE.includes(path.at(-1));
  return firstOf(
    Object.entries(value).map(([key, member]) => () => {
      const at = [...path, key];
      if (!areNames && message.endsWith(`unknown keyword: "${key}"`)) return { path: at, at: 'name' as const };
      if (!areNames && typeof member === 'string' && isMeant(key, member, message)) return { path: at };
      return placeOf(message, member, at);
    }),
  );
}

function isMeant(key: string, member: string, message: string): boolean {
  switch (key) {
    case 'format':
      return message.startsWith(`unknown format "${member}"`);
    case '$ref':
      return message.startsWith(`can't resolve reference ${member} `);
    case 'pattern':
      return message.startsWith(`Invalid regular expression: /${member}/`);
    default:
      return false;
  }
}

function firstOf<T>(searches: readonly (() => T | undefined)[]): T | undefined {
  for (const search of searches) {
    const found = search();
    if (found !== undefined) return found;
  }
  return undefined;
}
