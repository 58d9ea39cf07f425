import type { NumberedEvent } from '@parley/contracts';
import { CHAT } from './answers.js';
import type { RawReply, RawServer } from './raw-server.js';
import { begun, bytesOf, numbered, preempted, token } from './runs.js';

export const runIdOf = (n: number): string => `chat-01890a5d-ac96-774b-bcce-00000000000${n}`;

/** Every chat message gets a run of its own, which says its words as the test wants and is ended by the next one. */
export class Talk {
  readonly replies: RawReply[] = [];

  constructor(server: RawServer) {
    server.on(CHAT, async (reply) => {
      const n = this.replies.push(reply);
      const before = this.replies.at(-2);
      before?.end(bytesOf([{ ...preempted, seq: 4 }], runIdOf(n - 1)));
      await reply.stream(runIdOf(n)).write(bytesOf(numbered(begun(runIdOf(n), n), token(`first word of ${n}`)), runIdOf(n)));
    });
  }

  say(n: number, ...events: NumberedEvent[]): void {
    this.replies[n - 1]?.socket.write(bytesOf(events, runIdOf(n)));
  }
}
