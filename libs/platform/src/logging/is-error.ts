import { types } from 'node:util';

/** Also for errors of another realm (a vm, a test runner's sandbox), where `instanceof` says no. */
export const isError = (value: unknown): value is Error => value instanceof Error || types.isNativeError(value);
