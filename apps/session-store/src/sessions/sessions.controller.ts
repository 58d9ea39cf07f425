import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { StorePattern } from '@parley/contracts';
import type { Reply, Request } from '../store-handler.js';
import { MessagesService } from '../messages/messages.service.js';
import { PendingCards } from '../cards/pending-cards.js';
import { ListSessions } from './list-sessions.js';
import { SessionsService } from './sessions.service.js';

const on = (pattern: StorePattern): MethodDecorator => MessagePattern(pattern);

@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly listSessions: ListSessions,
    private readonly messages: MessagesService,
    private readonly cards: PendingCards,
  ) {}

  @on('session.create')
  create(@Payload() request: Request<'session.create'>): Reply<'session.create'> {
    return this.sessions.create(request);
  }

  @on('session.get')
  get(@Payload() { thread_id }: Request<'session.get'>): Reply<'session.get'> {
    return this.sessions.get(thread_id);
  }

  @on('session.list')
  list(@Payload() request: Request<'session.list'>): Reply<'session.list'> {
    return this.listSessions.list(request);
  }

  @on('feed.session')
  getForFeed(@Payload() { thread_id }: Request<'feed.session'>): Reply<'feed.session'> {
    return this.sessions.getForFeed(thread_id);
  }

  @on('feed.list')
  listForFeed(@Payload() request: Request<'feed.list'>): Reply<'feed.list'> {
    return this.listSessions.listForFeed(request);
  }

  @on('session.delete')
  async delete(@Payload() { thread_id }: Request<'session.delete'>): Reply<'session.delete'> {
    await this.sessions.delete(thread_id);
    return null;
  }

  @on('message.list')
  listMessages(@Payload() { thread_id, limit, cursor }: Request<'message.list'>): Reply<'message.list'> {
    return this.messages.list(thread_id, limit, cursor);
  }

  @on('card.pending')
  pendingCard(@Payload() { thread_id }: Request<'card.pending'>): Reply<'card.pending'> {
    return this.cards.get(thread_id);
  }
}
