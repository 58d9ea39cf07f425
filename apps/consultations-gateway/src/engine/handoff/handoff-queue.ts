import Bull from 'bull';
import { BULL_PREFIX, HANDOFF_QUEUE, type HandoffMessage } from '@parley/contracts';
import type { RedisConnection } from '@parley/platform';
import { within } from '../within.js';

const ADD_TIMEOUT_MS = 2000;

/** The producing end of Bull's queue. */
export class HandoffQueue {
  private readonly queue: Bull.Queue<HandoffMessage>;

  /** `redis` must fail, not wait, while Redis is away. It stays its owner's to close. */
  constructor(redis: RedisConnection) {
    this.queue = new Bull<HandoffMessage>(HANDOFF_QUEUE, {
      prefix: BULL_PREFIX,
      createClient: () => redis,
    });
    // The connection logs its outages itself.
    this.queue.on('error', () => undefined);
  }

  /**
   * Resolves when the job is in the queue; a job of the same id that is there already stays as it is. Rejects within 2 s
   * when Redis does not answer; the job may then be there all the same.
   */
  async add(message: HandoffMessage): Promise<void> {
    const added = this.queue.add(message, { jobId: message.id, removeOnComplete: true, removeOnFail: true });
    await within(ADD_TIMEOUT_MS, 'adding a job', added);
  }
}
