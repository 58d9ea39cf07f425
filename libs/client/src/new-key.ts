/** A name nobody else has. `randomUUID` is there on secure pages only. */
export function newKey(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes = (crypto as { getRandomValues: (into: Uint8Array) => Uint8Array }).getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
