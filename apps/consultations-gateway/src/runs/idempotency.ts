import { createHash } from 'node:crypto';
import { IDEMPOTENCY_HEADER, ParleyError, type RunKind, type TurnStart } from '@parley/contracts';

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,254}[\x21-\x7e])?$/;

/**
 * What makes a repeated request join its run: the key of the header, and what else must be the same. Undefined without the
 * header. Throws `validation_failed` for a key that is empty, longer than 256 characters, or not printable ASCII.
 */
export function idempotencyOf(
  header: string | string[] | undefined,
  kind: RunKind,
  body: object,
): TurnStart['idempotency'] | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !KEY.test(header)) {
    const message = 'must be 1 to 256 printable ASCII characters';
    throw new ParleyError('validation_failed', { errors: [{ path: IDEMPOTENCY_HEADER, message }] });
  }
  return { key: header, fingerprint: fingerprintOf(kind, body) };
}

/** The same for every order of members; anything else that differs makes another one. */
export function fingerprintOf(kind: RunKind, body: object): string {
  return createHash('sha256')
    .update(`${kind}\n${canonicalJson(body)}`)
    .digest('hex');
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
