import { Inject, Injectable } from '@nestjs/common';
import { ParleyError, runChannel, type CallbackEnvelope, type HandoffMessage, type RunId } from '@parley/contracts';
import { LOGGER, REDIS, type AppLogger } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { errorEvent } from '../run/turn-outcome.js';

/** Another service enqueued a job whose turn may not start (a card is pending, an unknown agent): it is told so where it listens. */
@Injectable()
export class RefusedJobs {
  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    @Inject(LOGGER) private readonly log: AppLogger,
  ) {}

  /** There is no run log: the one envelope is all there will be. */
  async tell(message: HandoffMessage, error: ParleyError): Promise<void> {
    this.log.info({ run_id: message.id, code: error.code }, 'a job was refused: its turn may not start');
    const { callback } = message.payload;
    const event = errorEvent(error.code, message.headers.language === 'en' ? 'en' : 'zh', message.traceId);
    const envelope: CallbackEnvelope = {
      kind: 'error',
      sourceMessageId: message.id,
      sequence: 1,
      event,
      ...(callback.context && { context: callback.context }),
    };
    await this.redis.publish(runChannel(message.id as RunId), JSON.stringify(envelope));
  }
}
