import type { NumberedEvent } from '@parley/contracts';

/**
 * What came live and was not taken yet. Bounded: a reader that lags behind more than `maxBytes` loses the buffer and is
 * told so once (`overflowed`), for the run log has it all; so it is with one message that alone is larger than the bound.
 */
export class LiveBuffer {
  private events: NumberedEvent[] = [];
  private bytes = 0;
  private overflow = false;

  constructor(private readonly maxBytes: number) {}

  put(events: NumberedEvent[], bytes: number): void {
    // What comes behind an overflow is of no use before the log has been read.
    if (this.overflow || this.bytes + bytes > this.maxBytes) {
      this.clear();
      this.overflow = true;
      return;
    }
    this.bytes += bytes;
    if (this.events.length === 0) this.events = events;
    else this.events = this.events.concat(events);
  }

  /** Whether `take` would have nothing to say. */
  get isEmpty(): boolean {
    return this.events.length === 0 && !this.overflow;
  }

  /** All that is there, which is no longer there afterwards. */
  take(): { events: NumberedEvent[]; overflowed: boolean } {
    const taken = { events: this.events, overflowed: this.overflow };
    this.clear();
    this.overflow = false;
    return taken;
  }

  private clear(): void {
    this.events = [];
    this.bytes = 0;
  }
}

/**
 * The events that come right after `lastSeq`, one after the other, whatever the order and number of times they are
 * given in. `gap`: some newer one could not be used, because those before it came later or not at all.
 */
export function eventsAfter(lastSeq: number, events: NumberedEvent[]): { next: NumberedEvent[]; gap: boolean } {
  const next: NumberedEvent[] = [];
  let newest = lastSeq;
  for (const event of events) {
    if (event.seq === lastSeq + next.length + 1) next.push(event);
    newest = Math.max(newest, event.seq);
  }
  return { next, gap: newest > lastSeq + next.length };
}
