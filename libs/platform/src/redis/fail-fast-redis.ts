import { type Command, Redis } from 'ioredis';

export const COMMAND_TIMEOUT_MS = 1500;
/** From here on a command counts as timed out: timers and clocks differ by a little. */
const OVERDUE_MS = COMMAND_TIMEOUT_MS - 50;
/** What a command gets while an earlier one has been waiting for its whole time: Redis is silent, and everybody knows it. */
const SILENT_TIMEOUT_MS = 300;

type Sent = Command & { firstSentAt?: number };
/** ioredis's own queues: what is written and not answered, and what waits for the connection. */
interface Queues {
  commandQueue: { peekFront(): { command: Sent } | undefined };
  offlineQueue: { peekFront(): { command: Sent } | undefined };
}

/**
 * A connection whose callers never wait longer than 2 s. Auto-pipelining sends a tick's commands only when those of
 * the tick before are answered; while Redis is silent the later ones therefore get less time.
 *
 * A command whose caller was told that it timed out is not sent any more when Redis comes back: who got an error must
 * not be charged for what it asked for. (What had already been written to the socket may still be executed.)
 */
export class FailFastRedis extends Redis {
  override sendCommand(command: Sent, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    const now = performance.now();
    if (command.firstSentAt === undefined) {
      command.firstSentAt = now;
      command.setTimeout(this.isSilent(now) ? SILENT_TIMEOUT_MS : COMMAND_TIMEOUT_MS);
    } else if (now - command.firstSentAt >= OVERDUE_MS) {
      // A pipeline counts what it writes: it sends once all of its commands have been written.
      if (stream !== undefined && 'isPipeline' in stream) stream.write('');
      return command.promise;
    }
    return super.sendCommand(command, stream);
  }

  private isSilent(now: number): boolean {
    const { commandQueue, offlineQueue } = this as unknown as Queues;
    const oldest = commandQueue.peekFront() ?? offlineQueue.peekFront();
    return now - (oldest?.command.firstSentAt ?? now) >= OVERDUE_MS;
  }
}
