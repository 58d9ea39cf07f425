type Facts = Record<string, unknown>;

const isObject = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `patch` over `facts`: objects member by member, everything else replaced. Neither is changed; doing it twice is doing it once. */
export function mergeFacts(facts: Facts, patch: Facts): Facts {
  const merged: Facts = { ...facts };
  for (const [key, value] of Object.entries(patch)) {
    const before = Object.hasOwn(merged, key) ? merged[key] : undefined;
    merged[key] = isObject(before) && isObject(value) ? mergeFacts(before, value) : value;
  }
  return merged;
}

/** The patch that puts each value at its dotted path. The paths are checked field keys. */
export function patchOf(values: Facts): Facts {
  let patch: Facts = {};
  for (const [path, value] of Object.entries(values)) {
    const nested = path.split('.').reduceRight<unknown>((inner, segment) => ({ [segment]: inner }), value);
    patch = mergeFacts(patch, nested as Facts);
  }
  return patch;
}
