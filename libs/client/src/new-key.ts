/** What there is of it: `randomUUID` on secure pages only. */
interface Random {
  randomUUID?: () => string;
  getRandomValues: (into: Uint8Array) => Uint8Array;
}

/** A name nobody else has. */
export function newKey(): string {
  const random = crypto as Random;
  if (random.randomUUID) return random.randomUUID();
  return [...random.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
