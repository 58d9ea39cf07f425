const SEGMENT = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const FORBIDDEN = new Set(['__proto__', 'prototype', 'constructor']);
const MAX_SEGMENTS = 8;

/** Whether a dotted path may be a `field_key`, a `requires` or a `produces`: nothing is ever read or written at another. */
export function isFieldKey(key: unknown): key is string {
  if (typeof key !== 'string') return false;
  const segments = key.split('.');
  return segments.length <= MAX_SEGMENTS && segments.every((segment) => SEGMENT.test(segment) && !FORBIDDEN.has(segment));
}

export const FIELD_KEY_RULE =
  'a dotted path of at most 8 segments, each matching [A-Za-z_][A-Za-z0-9_-]{0,63} and none __proto__, prototype or constructor';
