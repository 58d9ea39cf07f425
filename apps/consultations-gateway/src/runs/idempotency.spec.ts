import { fingerprintOf, idempotencyOf } from './idempotency.js';

describe('idempotencyOf', () => {
  it('no header → nothing', () => {
    expect(idempotencyOf(undefined, 'chat', {})).toBeUndefined();
  });

  it.each(['k', 'a key with spaces', 'x'.repeat(256), '~!@'])('the key %j → taken as it is', (key) => {
    expect(idempotencyOf(key, 'chat', { message: 'x' })).toEqual({ key, fingerprint: fingerprintOf('chat', { message: 'x' }) });
  });

  it.each(['', ' ', 'x'.repeat(257), 'tab\there', 'ümlaut', ' k'])('the key %j → 400', (key) => {
    const refused = expect.objectContaining({
      code: 'validation_failed',
      details: { errors: [expect.objectContaining({ path: 'idempotency-key' })] },
    }) as Error;
    expect(() => idempotencyOf(key, 'chat', {})).toThrow(refused);
  });
});

describe('fingerprintOf', () => {
  const base = fingerprintOf('resume', { a: [1, { b: 2, c: null }], d: 'x' });

  it('is the same for another order of members, and for members that are not there', () => {
    expect(fingerprintOf('resume', { d: 'x', e: undefined, a: [1, { c: null, b: 2 }] })).toBe(base);
  });

  it.each<[string, object]>([
    ['another order of a list', { a: [{ b: 2, c: null }, 1], d: 'x' }],
    ['a text for a number', { a: ['1', { b: 2, c: null }], d: 'x' }],
    ['null for nothing', { a: [1, { b: 2 }], d: 'x' }],
    ['a member moved', { a: [1, { b: 2, c: null, d: 'x' }] }],
  ])('is another one for %s', (_difference, body) => {
    expect(fingerprintOf('resume', body)).not.toBe(base);
  });

  it('is another one for another kind of run', () => {
    expect(fingerprintOf('chat', { a: [1, { b: 2, c: null }], d: 'x' })).not.toBe(base);
  });
});
