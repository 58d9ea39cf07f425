/** A name nobody else has. Not `randomUUID`: pages that are not secure do without it. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
