import type { FeedSession } from '@parley/contracts';

export interface SessionReaderOptions {
  /** Undefined: there is no such session (any more). */
  read: (sessionId: string) => Promise<FeedSession | undefined>;
  onRead: (sessionId: string, found: FeedSession | undefined) => void;
  /** It is tried again by itself. */
  onFailure: (sessionId: string, error: unknown) => void;
  /** How long to wait after a failure. */
  retryMs: number;
}

/** So that a burst of changes does not crowd out the store's other callers. */
const MOST_AT_ONCE = 16;

/**
 * Reads sessions that have changed. Each is read by one read at a time, begun after it was asked for; whatever asks for it
 * meanwhile, however often, is answered by one more. So what is read of a session comes in the order in which it was.
 */
export class SessionReader {
  private readonly asked = new Set<string>();
  private readonly reading = new Set<string>();
  private readonly failed = new Map<string, NodeJS.Timeout>();
  private readonly waiting = new Map<string, (() => void)[]>();
  private isStopped = false;

  constructor(private readonly options: SessionReaderOptions) {}

  ask(sessionId: string): void {
    if (this.isStopped) return;
    this.asked.add(sessionId);
    this.readOn();
  }

  /** The sessions of which something is still to be read. */
  underWay(): Set<string> {
    return new Set([...this.asked, ...this.reading, ...this.failed.keys()]);
  }

  /** Resolves when each of those that are under way now has been read. */
  async untilRead(): Promise<void> {
    await Promise.all([...this.underWay()].map((sessionId) => this.untilNextRead(sessionId)));
  }

  stop(): void {
    this.isStopped = true;
    this.asked.clear();
    for (const timer of this.failed.values()) clearTimeout(timer);
    this.failed.clear();
    for (const waiters of this.waiting.values()) for (const resolve of waiters) resolve();
    this.waiting.clear();
  }

  private readOn(): void {
    for (const sessionId of this.asked) {
      if (this.reading.size >= MOST_AT_ONCE) return;
      if (this.reading.has(sessionId)) continue;
      this.asked.delete(sessionId);
      this.reading.add(sessionId);
      void this.read(sessionId);
    }
  }

  private async read(sessionId: string): Promise<void> {
    try {
      const found = await this.options.read(sessionId);
      if (!this.isStopped) this.hasRead(sessionId, found);
    } catch (error) {
      if (!this.isStopped) this.hasFailed(sessionId, error);
    } finally {
      this.reading.delete(sessionId);
      this.readOn();
    }
  }

  private hasRead(sessionId: string, found: FeedSession | undefined): void {
    clearTimeout(this.failed.get(sessionId));
    this.failed.delete(sessionId);
    this.options.onRead(sessionId, found);
    for (const resolve of this.waiting.get(sessionId) ?? []) resolve();
    this.waiting.delete(sessionId);
  }

  private hasFailed(sessionId: string, error: unknown): void {
    const again = (): void => {
      this.failed.delete(sessionId);
      this.ask(sessionId);
    };
    clearTimeout(this.failed.get(sessionId));
    this.failed.set(sessionId, setTimeout(again, this.options.retryMs).unref());
    this.options.onFailure(sessionId, error);
  }

  private untilNextRead(sessionId: string): Promise<void> {
    return new Promise((resolve) => this.waiting.set(sessionId, [...(this.waiting.get(sessionId) ?? []), resolve]));
  }
}
