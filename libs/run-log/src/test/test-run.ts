import {
  envelopeLine,
  eventsOfLines,
  isTerminal,
  runChannel,
  runKey,
  runLogKey,
  runTextKey,
  threadIdOf,
  type NumberedEvent,
  type RunEvent,
  type RunId,
} from '@parley/contracts';
import { randomUUID } from 'node:crypto';
import { RUN_FRAGMENTS } from '../fragments.js';
import type { RunRef } from '../run-ref.js';
import { Script, type RedisClient } from '../script.js';

const WRITE = new Script(
  'write',
  2,
  `${RUN_FRAGMENTS['append-lines']}
   append_lines(KEYS[1], KEYS[2], ARGV[1], ARGV[2], ARGV[3])
   redis.call('HSET', KEYS[1], 'status', ARGV[4])`,
);

export const token = (text: string): RunEvent => ({ event: 'token', data: { text, node: 'answer', message_id: 'message-1' } });
export const end = (output = ''): RunEvent => ({ event: 'end', data: { status: 'completed', output } });

/** One run in Redis, opened as the start of a turn opens it, and all that was written to it. */
export class TestRun {
  readonly ref: RunRef;
  /** All events of the log, in order. */
  readonly events: NumberedEvent[] = [];

  private constructor(private readonly redis: RedisClient) {
    const runId = `chat-${randomUUID()}` as RunId;
    this.ref = { threadId: threadIdOf({ tenantId: 'default', owner: '-', sessionId: 'session-1' }), runId };
  }

  static async open(redis: RedisClient, { epoch = 1, attempt = 1 } = {}): Promise<TestRun> {
    const run = new TestRun(redis);
    await redis.hset(run.keys.run, { epoch, attempt });
    const data = { run_id: run.ref.runId, session_id: 'session-1', turn: 1, agent_id: 'loan-dispute', kind: 'chat' } as const;
    await run.write([{ event: 'run', data }]);
    return run;
  }

  get keys(): { run: string; log: string; text: string } {
    const { threadId, runId } = this.ref;
    return { run: runKey(threadId, runId), log: runLogKey(threadId, runId), text: runTextKey(threadId, runId) };
  }

  get channel(): string {
    return runChannel(this.ref.runId);
  }

  get lastSeq(): number {
    return this.events.at(-1)?.seq ?? 0;
  }

  /** The envelope lines that `events` become when they are appended next. */
  linesOf(events: RunEvent[]): string {
    return events.map((event, index) => envelopeLine(this.ref.runId, this.lastSeq + 1 + index, event)).join('\n');
  }

  /** One batch: into the log and on the channel. A terminal event closes the run. */
  async write(events: RunEvent[]): Promise<void> {
    await this.put(events, this.channel);
  }

  /** One batch whose message gets lost. Gives the lines of the message. */
  async writeUnheard(events: RunEvent[]): Promise<string> {
    return this.put(events, 'nobody-listens');
  }

  private async put(events: RunEvent[], channel: string): Promise<string> {
    const lines = this.linesOf(events);
    this.events.push(...eventsOfLines(lines));
    const status = events.some(isTerminal) ? 'closed' : 'open';
    await WRITE.run(this.redis, [this.keys.run, this.keys.log], [channel, this.lastSeq, lines, status]);
    return lines;
  }
}
