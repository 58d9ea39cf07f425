/** A name nobody else has. Not `randomUUID`: pages that are not secure do without it. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
