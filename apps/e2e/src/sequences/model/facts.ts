/** What the state of a session holds. Never changed in place. */
export type Facts = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value);

export function withFacts(facts: Facts, more: Facts): Facts {
  const merged: Record<string, unknown> = { ...facts };
  for (const [key, value] of Object.entries(more)) {
    const before = merged[key];
    merged[key] = isObject(before) && isObject(value) ? withFacts(before, value) : value;
  }
  return merged;
}

/** `path`: dotted. */
export function withFact(facts: Facts, path: string, value: unknown): Facts {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...facts, [first]: value };
  const inner = facts[first];
  return { ...facts, [first]: withFact(isObject(inner) ? inner : {}, rest.join('.'), value) };
}

export function holds(facts: Facts, path: string): boolean {
  let value: unknown = facts;
  for (const segment of path.split('.')) value = isObject(value) ? value[segment] : undefined;
  return value !== undefined;
}
