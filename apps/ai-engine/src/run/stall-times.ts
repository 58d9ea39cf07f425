export interface StallTimes {
  /** How long a run's lease lasts without being renewed. */
  leaseMs: number;
  /** The same for Bull's lock on its job, which is renewed twice in it. */
  lockMs: number;
  /** How often Bull looks for jobs whose lock is gone; it takes one up at the second look. */
  checkMs: number;
}

/** How much of the time is for noticing; the rest is for taking the run over: claim, checkpoint, `rewind`. */
const NOTICING = 0.8;

/**
 * A worker that dies is noticed, and its run taken over, within `stallDetectMs`. Bull needs its lock and two looks at the
 * queue, one of which may be left out because somebody has looked a moment ago; then the lease must be over.
 */
export function stallTimes(stallDetectMs: number): StallTimes {
  const noticingMs = Math.ceil(stallDetectMs * NOTICING);
  return { leaseMs: noticingMs, lockMs: Math.ceil(noticingMs / 2), checkMs: Math.ceil(noticingMs / 4) };
}
