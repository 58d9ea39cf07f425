import type { RunEvent } from '@parley/contracts';

/** One append, one log entry, one message: what a reader of the run has to hold in memory at a time. */
const BATCH_BYTES = 64 * 1024;
const BATCH_EVENTS = 512;
/** Beyond this much the talker waits. */
const HIGH_WATER_BYTES = 4 * BATCH_BYTES;
/** What an event costs besides its text, about. */
const OVERHEAD_BYTES = 200;

/** Events that wait for their append, and how large they are, about. */
export class WaitingEvents {
  private events: RunEvent[] = [];
  private bytes = 0;

  get isEmpty(): boolean {
    return this.events.length === 0;
  }

  /** Whether more waits than should. */
  get isFull(): boolean {
    return this.events.length >= BATCH_EVENTS || this.bytes >= HIGH_WATER_BYTES;
  }

  put(event: RunEvent): void {
    this.events.push(event);
    this.bytes += sizeOf(event);
  }

  /** The next batch: as many as fit, at least one. */
  take(): RunEvent[] {
    let count = 0;
    let bytes = 0;
    while (count < this.events.length && count < BATCH_EVENTS && (count === 0 || bytes < BATCH_BYTES)) {
      bytes += sizeOf(this.events[count]);
      count += 1;
    }
    const batch = count === this.events.length ? this.events : this.events.slice(0, count);
    this.events = count === this.events.length ? [] : this.events.slice(count);
    this.bytes -= bytes;
    return batch;
  }

  clear(): void {
    this.events = [];
    this.bytes = 0;
  }
}

/** In code units, about. */
export function sizeOf(event: RunEvent | undefined): number {
  if (event?.event === 'token' || event?.event === 'thinking') return event.data.text.length + OVERHEAD_BYTES;
  return JSON.stringify(event)?.length ?? 0;
}
