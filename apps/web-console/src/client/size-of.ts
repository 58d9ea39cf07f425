/** What an object, a number, … takes beside the characters in it, roughly. */
const EACH = 16;

/** About how much room data takes, in characters. Cheap enough for every word of an answer. */
export function sizeOf(data: unknown): number {
  if (typeof data === 'string') return EACH + data.length;
  if (typeof data !== 'object' || data === null) return EACH;
  return Object.entries(data).reduce((sum, [key, value]) => sum + key.length + sizeOf(value), EACH);
}
