import { DEFAULT_TENANT, ParleyError, UNVERIFIED_OWNER, USER_HEADER } from '@parley/contracts';
import type { Caller, CallerClaim, CallerResolver } from './caller.js';

export const ANONYMOUS = 'anonymous';
const MAX_USER_ID_LENGTH = 256;

/** `AUTH_MODE=none`: one trust domain, in which everybody is who they say they are. */
export class TrustingCallerResolver implements CallerResolver {
  async resolve({ headers, userId }: CallerClaim): Promise<Caller> {
    const namedUserId = userId === undefined ? userOfHeader(headers[USER_HEADER]) : String(userId);
    return {
      tenantId: DEFAULT_TENANT,
      owner: UNVERIFIED_OWNER,
      userId: namedUserId ?? ANONYMOUS,
      ...(namedUserId !== undefined && { namedUserId }),
    };
  }
}

function userOfHeader(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && header.length > 0 && header.length <= MAX_USER_ID_LENGTH) return header;
  const message = `must be a text of 1 to ${MAX_USER_ID_LENGTH} characters`;
  throw new ParleyError('validation_failed', { errors: [{ path: USER_HEADER, message }] });
}
