import { type Command, Redis } from 'ioredis';

type Sent = Command & { firstSentAt?: number };

/**
 * A command whose caller was told that it timed out is not sent any more when Redis comes back: who got an error must
 * not be charged for what it asked for. (What had already been written to the socket may still be executed.)
 */
export class FailFastRedis extends Redis {
  override sendCommand(command: Sent, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    const now = performance.now();
    command.firstSentAt ??= now;
    if (now - command.firstSentAt < (this.options.commandTimeout ?? Infinity)) return super.sendCommand(command, stream);
    // A pipeline counts what it writes: it sends once all of its commands have been written.
    if (stream !== undefined && 'isPipeline' in stream) stream.write('');
    return command.promise;
  }
}
