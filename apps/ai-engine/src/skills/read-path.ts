/** The value at a dotted path; undefined where there is none. Only own members are seen. */
export function readPath(state: unknown, path: string): unknown {
  let value: unknown = state;
  for (const segment of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
}

/** Whether there is a value: `false`, `0` and `""` are, `null` is none (what a model writes where it doesn't know). */
export function isPresent(state: unknown, path: string): boolean {
  return readPath(state, path) != null;
}
