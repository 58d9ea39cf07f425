// Chance that can be had again: the same seed and name, the same choices.

/** mulberry32, seeded by a number and a name. */
export function randomOf(seed, name) {
  let state = [...name].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 0x01000193), (seed ^ 0x811c9dc5) >>> 0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  return {
    next,
    below,
    /** From `min` to `max`, both included. */
    between: (min, max) => min + below(max - min + 1),
    chance: (p) => next() < p,
    of: (list) => list[below(list.length)],
    /** A key of `weights`, as often as its weight says. */
    weighted(weights) {
      let left = next() * Object.values(weights).reduce((sum, weight) => sum + weight, 0);
      return Object.keys(weights).find((key) => (left -= weights[key]) < 0) ?? Object.keys(weights)[0];
    },
  };
}
