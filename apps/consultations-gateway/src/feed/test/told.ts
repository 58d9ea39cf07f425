import { SseDecoder } from '@parley/wire';
import type { FeedFollower } from '../feed-follower.js';
import { settled } from './fake-sessions.js';

/** What a chunk says: `s1=2` (session s1 is in turn 2), `-s1` (it is gone), `listed`. */
export function readFrames(chunk: string): string[] {
  const decoder = new SseDecoder();
  return [...decoder.push(Buffer.from(chunk)), ...decoder.end()].map(({ event, data }) => {
    const payload = JSON.parse(data) as { type: string; data: { session_id: string; turn: number } };
    if (payload.type !== event) throw new Error(`event ${event} says of itself that it is ${payload.type}`);
    if (event === 'session') return `${payload.data.session_id}=${payload.data.turn}`;
    return event === 'deleted' ? `-${payload.data.session_id}` : event;
  });
}

/** A reader that takes everything at once. */
export class Told {
  readonly all: string[] = [];
  isOver = false;

  constructor(private readonly follower: FeedFollower) {
    void this.read();
  }

  /** What it was told since the last time, as far as it can have come by now. */
  async news(): Promise<string[]> {
    await settled();
    return this.all.splice(0);
  }

  leave(): void {
    this.follower.close();
  }

  private async read(): Promise<void> {
    for await (const chunk of this.follower) this.all.push(...readFrames(chunk));
    this.isOver = true;
  }
}
