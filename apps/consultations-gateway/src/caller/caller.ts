import type { IncomingHttpHeaders } from 'node:http';

/** Who asks, and the namespace in which everything of theirs is looked up. */
export interface Caller {
  tenantId: string;
  /** The verified user, or the one domain of all where users are not verified. */
  owner: string;
  /** Recorded with sessions and messages and handed to the agent. */
  userId: string;
  /** Whom lists are filtered by; absent where the request names nobody. */
  namedUserId?: string;
}

export interface CallerClaim {
  headers: IncomingHttpHeaders;
  /** `user_id` of the body, else of the query. */
  userId?: string | number;
}

/** The seam for ways of authentication. */
export interface CallerResolver {
  /** Throws `unauthorized`, `forbidden`, or `validation_failed` for a user that cannot be one. */
  resolve(claim: CallerClaim): Promise<Caller>;
}

/** Injection token of the process's `CallerResolver`. */
export const CALLER_RESOLVER = Symbol('CALLER_RESOLVER');
