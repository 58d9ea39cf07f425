import type { Fault, PathPart } from '../agents/fault.js';

/** Deeper values are refused: nothing meant for people is nested like that, and recursion has to end. */
const MAX_DEPTH = 100;
const FORBIDDEN_KEYS: readonly string[] = ['__proto__', 'prototype', 'constructor'];

/**
 * A copy of a value made of plain JSON values only, so that what a skill keeps and changes later changes nothing here.
 * What JSON can't hold unchanged is a fault: undefined, NaN, functions, bigints, symbols, Dates, Maps, instances of classes,
 * cycles, holes in lists; so are the keys of prototypes. `dropsUndefined` tells at which objects an undefined member is a missing one.
 */
export function jsonCopy(
  value: unknown,
  dropsUndefined: (path: readonly PathPart[]) => boolean,
): { faults: Fault[]; copy: unknown } {
  const faults: Fault[] = [];
  const ancestors: object[] = [];

  const copyOf = (part: unknown, at: readonly PathPart[]): unknown => {
    switch (typeof part) {
      case 'string':
      case 'boolean':
        return part;
      case 'number':
        return Number.isFinite(part) ? part : refuse(at, `${part}`);
      case 'object':
        return part === null ? null : copyOfObject(part, at);
      case 'undefined':
      case 'function':
      case 'bigint':
      case 'symbol':
        return refuse(at, typeof part);
    }
  };

  const copyOfObject = (part: object, at: readonly PathPart[]): unknown => {
    if (ancestors.includes(part)) return refuse(at, 'a cycle');
    if (ancestors.length >= MAX_DEPTH) return refuse(at, `a value nested deeper than ${MAX_DEPTH} levels`);
    ancestors.push(part);
    const copy = Array.isArray(part) ? Array.from(part, (item, index) => copyOf(item, [...at, index])) : copyOfRecord(part, at);
    ancestors.pop();
    return copy;
  };

  const copyOfRecord = (part: object, at: readonly PathPart[]): unknown => {
    if (!isPlain(part)) return refuse(at, `a ${part.constructor?.name || 'special object'}`);
    const copy: Record<string, unknown> = {};
    for (const key of Reflect.ownKeys(part)) {
      if (typeof key === 'symbol') refuse(at, 'a symbol as a key');
      else if (FORBIDDEN_KEYS.includes(key)) refuse([...at, key], `the key ${key}`);
      else if (!(dropsUndefined(at) && (part as Record<string, unknown>)[key] === undefined))
        copy[key] = copyOf((part as Record<string, unknown>)[key], [...at, key]);
    }
    return copy;
  };

  const refuse = (at: readonly PathPart[], came: string): undefined => {
    faults.push({ path: at, message: `expected a value that JSON can hold, came ${came}` });
    return undefined;
  };

  return { copy: copyOf(value, []), faults };
}

/** Made by `{}` in this or another realm, or without any prototype. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
