import { Inject, Injectable } from '@nestjs/common';
import { cardsKey, type Card, type PendingCard, type ThreadId } from '@parley/contracts';
import { REDIS } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { SessionsService } from '../sessions/sessions.service.js';

/** Reads cards: the store is the truth about them, also while no engine runs. */
@Injectable()
export class PendingCards {
  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    private readonly sessions: SessionsService,
  ) {}

  /** Throws `session_not_found`. */
  async get(threadId: ThreadId): Promise<PendingCard> {
    const [cardId] = await this.sessions.read(threadId, ['card']);
    const card = cardId ? await this.body(threadId, cardId) : undefined;
    return card ? { has_pending_card: true, card } : { has_pending_card: false, card: null };
  }

  /** A card of this session, whatever became of it; undefined where there never was one. */
  async body(threadId: ThreadId, cardId: string): Promise<Card | undefined> {
    const body = await this.redis.hget(cardsKey(threadId), `${cardId}:body`);
    return body === null ? undefined : (JSON.parse(body) as Card);
  }
}
