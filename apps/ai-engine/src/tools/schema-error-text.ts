import type { ErrorObject } from 'ajv';
import { pathText, type PathPart } from '../agents/fault.js';

/** Where in the value an error of the validator lies. */
export function errorPath({ instancePath }: ErrorObject, value: unknown): PathPart[] {
  let part = value;
  return instancePath
    .split('/')
    .slice(1)
    .map((escaped) => {
      const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(part) ? Number(name) : name;
      part = (part as Record<PathPart, unknown> | undefined)?.[step];
      return step;
    });
}

/** What is wrong there, in words. */
export function errorReason({ keyword, params, message = 'is not allowed' }: ErrorObject): string {
  const { additionalProperty, unevaluatedProperty, allowedValues, allowedValue, type } = params as Record<string, unknown>;
  const unknown = additionalProperty ?? unevaluatedProperty;
  if (typeof unknown === 'string') return `must not have the member ${JSON.stringify(unknown.slice(0, MAX_NAME))}`;
  if (keyword === 'enum' && Array.isArray(allowedValues))
    return `must be one of ${allowedValues.map((allowed) => JSON.stringify(allowed)).join(', ')}`;
  if (keyword === 'const') return `must be ${JSON.stringify(allowedValue)}`;
  if (keyword === 'type' && Array.isArray(type)) return `must be ${type.join(' or ')}`;
  return message;
}

const MAX_NAME = 100;
const MAX_ERRORS = 20;
const MAX_LENGTH = 2000;

/** All errors of a model's arguments, one a line, of bounded length. */
export function errorsText(errors: readonly ErrorObject[], value: unknown): string {
  const lines = [
    ...new Set(errors.map((error) => `${pathText(errorPath(error, value)) || 'the arguments'}: ${errorReason(error)}`)),
  ];
  const shown = lines.slice(0, MAX_ERRORS).join('\n');
  const rest = lines.length - MAX_ERRORS;
  const text = rest > 0 ? `${shown}\nand ${rest} more` : shown;
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
