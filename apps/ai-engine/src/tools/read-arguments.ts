import { isRecord } from '../agents/expect.js';

export type ReadArguments = { args: Record<string, unknown> } | { args: unknown; message: string };

/**
 * The arguments of a call as the model wrote them. No text at all is no arguments, as some models call tools that take none.
 * What would not be the same when read is refused: integers too large to stay the same, and the key `__proto__`.
 */
export function readArguments(text: string): ReadArguments {
  if (text.trim() === '') return { args: {} };
  let args: unknown;
  try {
    args = JSON.parse(text, exactly);
  } catch (error) {
    return { args: text, message: `The arguments are no valid JSON: ${(error as Error).message}` };
  }
  if (isRecord(args)) return { args };
  return { args, message: 'The arguments must be a JSON object.' };
}

function exactly(key: string, value: unknown, context?: { source?: string }): unknown {
  if (key === '__proto__') throw new Error('the key __proto__ is not allowed');
  const source = context?.source ?? '';
  if (/^-?\d+$/.test(source) && !Number.isSafeInteger(value) && String(value) !== source)
    throw new Error(`the number ${source.slice(0, 40)} is too large to be exact`);
  return value;
}
