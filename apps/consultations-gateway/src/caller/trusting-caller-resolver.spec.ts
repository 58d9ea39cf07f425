import type { CallerClaim } from './caller.js';
import { TrustingCallerResolver } from './trusting-caller-resolver.js';

const resolver = new TrustingCallerResolver();

describe('TrustingCallerResolver', () => {
  it.each<[string, CallerClaim, string, string | undefined]>([
    ['nobody is named → anonymous, and lists are not filtered', { headers: {} }, 'anonymous', undefined],
    ['the header names a user', { headers: { 'x-user-id': 'li' } }, 'li', 'li'],
    ['body or query name one → it wins over the header', { headers: { 'x-user-id': 'li' }, userId: 'wang' }, 'wang', 'wang'],
    ['a number → its decimal text', { headers: {}, userId: 9007199254740991 }, '9007199254740991', '9007199254740991'],
    ['zero is a user', { headers: { 'x-user-id': 'li' }, userId: 0 }, '0', '0'],
  ])('%s', async (_situation, claim, userId, namedUserId) => {
    const caller = await resolver.resolve(claim);
    expect(caller).toMatchObject({ tenantId: 'default', owner: '-', userId });
    expect(caller.namedUserId).toBe(namedUserId);
  });

  it.each([[''], ['x'.repeat(257)]])('a header that can be no user (%j) → 400', async (header) => {
    await expect(resolver.resolve({ headers: { 'x-user-id': header } })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ path: 'x-user-id' }] },
    });
  });
});
