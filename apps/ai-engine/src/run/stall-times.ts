export interface StallTimes {
  /** How long a run's lease lasts without being renewed. */
  leaseMs: number;
  /** The same for Bull's lock on its job, which is renewed at half of it. */
  lockMs: number;
  /** How often Bull looks for jobs whose lock is gone; it takes one up at the second look. */
  checkMs: number;
}

/**
 * A worker that dies is noticed, and its run taken over, within `stallDetectMs`: two looks at the queue, one of which may be
 * left out because the dead one has looked last, and the lock, and then the lease, all fit into it.
 */
export function stallTimes(stallDetectMs: number): StallTimes {
  return { leaseMs: Math.ceil(stallDetectMs * 0.8), lockMs: Math.ceil(stallDetectMs / 2), checkMs: Math.ceil(stallDetectMs / 4) };
}
