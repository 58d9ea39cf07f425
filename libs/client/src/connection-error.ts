/**
 * What was wrong with a connection:
 * - `unreachable`: no answer at all
 * - `silent`: no byte for `silenceMs`
 * - `not_parley`: answered, but not with what Parley answers, e.g. with a proxy's page
 * - `broken_off`: ended too early
 * - `malformed`: what came is not the protocol's
 * - `hole`: an event is missing
 */
export type ConnectionFault = 'unreachable' | 'silent' | 'not_parley' | 'broken_off' | 'malformed' | 'hole';

/** The client gave up. What became of the request is not known: the server may have done it. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** As that of a ProblemError: another attempt may do. */
  readonly isPassing = true;

  constructor(
    /** What was wrong with the last attempt. */
    readonly fault: ConnectionFault,
    message: string = fault,
    cause?: unknown,
    /** How many attempts failed in a row, none of them getting anywhere. */
    readonly attempts = 1,
  ) {
    super(message, { cause });
  }
}

/** What came has no end. */
export function brokenOff(cause?: unknown): never {
  throw new ConnectionError('broken_off', 'ended too early', cause);
}
