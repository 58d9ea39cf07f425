import { Inject, Injectable } from '@nestjs/common';
import { cardsKey, type Card, type PendingCard, type ThreadId } from '@parley/contracts';
import { REDIS } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { SessionsService } from '../sessions/sessions.service.js';

/** The agent that asked with a card, as it was then. */
export interface Asker {
  agentId: string;
  turnTimeoutMs: number;
}

export interface AskedCard {
  card: Card;
  /** Absent of a card that was asked before askers were kept. */
  asker?: Asker;
}

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
    const asked = cardId ? await this.find(threadId, cardId) : undefined;
    return asked ? { has_pending_card: true, card: asked.card } : { has_pending_card: false, card: null };
  }

  /** A card of this session, whatever became of it; undefined where there never was one. */
  async find(threadId: ThreadId, cardId: string): Promise<AskedCard | undefined> {
    const [body, asker] = await this.redis.hmget(cardsKey(threadId), `${cardId}:body`, `${cardId}:asker`);
    return body ? { card: JSON.parse(body) as Card, ...(asker && { asker: askerOf(asker) }) } : undefined;
  }
}

/** `<turn timeout in ms> <agent>` */
function askerOf(text: string): Asker {
  const [turnTimeoutMs = ''] = text.split(' ', 1);
  return { agentId: text.slice(turnTimeoutMs.length + 1), turnTimeoutMs: Number(turnTimeoutMs) };
}
