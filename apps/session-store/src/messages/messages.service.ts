import { Inject, Injectable } from '@nestjs/common';
import {
  cardsKey,
  messagesKey,
  ParleyError,
  type Card,
  type HistoryMessage,
  type Message,
  type Page,
  type ThreadId,
} from '@parley/contracts';
import { REDIS } from '@parley/platform';
import type { RedisClient } from '@parley/run-log';
import { SessionsService } from '../sessions/sessions.service.js';
import { messageEntryOf, messageOf, type MessageEntry } from './message-entry.js';

/** Reads what was said in a session. */
@Injectable()
export class MessagesService {
  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    private readonly sessions: SessionsService,
  ) {}

  /** In order, oldest first. Throws `session_not_found`. */
  async list(threadId: ThreadId, limit: number, cursor?: string): Promise<Page<Message>> {
    await this.sessions.read(threadId, ['turn']);
    const entries = await this.read(threadId, cursor === undefined ? '-' : `(${checkedCursor(cursor)}`, '+', limit + 1);
    const page = entries.slice(0, limit);
    const cards = await this.cardsOf(threadId, page);
    const last = entries.length > limit ? page.at(-1) : undefined;
    return {
      items: page.map((entry) => messageOf(entry, cards.get(entry.cardId))),
      next_cursor: last?.id ?? null,
    };
  }

  /** The user's message of `chatTurn`, and the texts of the last `turns` turns before it, oldest first; empty ones left out. */
  async upTo(threadId: ThreadId, chatTurn: number, turns: number): Promise<{ message: string; history: HistoryMessage[] }> {
    const id = `${chatTurn}-0`;
    const entries = await this.read(threadId, `${Math.max(1, chatTurn - turns)}-0`, id);
    const history = entries
      .filter((entry) => entry.id !== id && entry.content !== '')
      .map(({ role, content, flag }) => ({ role, content, ...(flag !== '' && { interrupted: true }) }));
    return { message: entries.find((entry) => entry.id === id)?.content ?? '', history };
  }

  /** The users' messages of the turns `from` to `to`. */
  async userMessages(threadId: ThreadId, from: number, to: number): Promise<MessageEntry[]> {
    return (await this.read(threadId, `${from}-0`, `${to}-0`)).filter((entry) => entry.role === 'user');
  }

  private async read(threadId: ThreadId, from: string, to: string, count?: number): Promise<MessageEntry[]> {
    const key = messagesKey(threadId);
    const entries =
      count === undefined ? await this.redis.xrange(key, from, to) : await this.redis.xrange(key, from, to, 'COUNT', count);
    return entries.map(messageEntryOf);
  }

  private async cardsOf(threadId: ThreadId, entries: MessageEntry[]): Promise<Map<string, Card>> {
    const ids = entries.filter((entry) => entry.role === 'assistant' && entry.cardId !== '').map((entry) => entry.cardId);
    if (ids.length === 0) return new Map();
    const bodies = await this.redis.hmget(cardsKey(threadId), ...ids.map((id) => `${id}:body`));
    return new Map(bodies.flatMap((body, index) => (body === null ? [] : [[ids[index] ?? '', JSON.parse(body) as Card]])));
  }
}

function checkedCursor(cursor: string): string {
  if (/^\d{1,15}-[01]$/.test(cursor)) return cursor;
  throw new ParleyError('validation_failed', {
    errors: [{ path: 'cursor', message: 'cursor must be a next_cursor of an earlier page' }],
  });
}
