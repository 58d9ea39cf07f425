import type { CreateSessionRequest, Page, PublicAgent, Session, TodoData } from '@parley/contracts';
import type { ClientOptions } from './client-options.js';
import { type FeedOptions, followFeed } from './feed/follow-feed.js';
import { createHttp } from './http/http.js';
import { newKey } from './new-key.js';
import type { ConsultationSession } from './session/consultation-session.js';
import { createSession } from './session/create-session.js';
import { unlessGone } from './unless-gone.js';

export interface PageQuery {
  limit?: number;
  cursor?: string;
}

export interface TodoQuery extends PageQuery {
  status?: TodoData['status'];
  matter_id?: string;
  session_id?: string;
}

/**
 * One Parley, as one user sees it. What may be done twice is repeated until it is answered; everything throws ProblemError
 * where the server refuses, ConnectionError where the client gives up.
 */
export interface Client {
  /** A consultation. Nothing is sent yet: its first message creates it. Keep the object, it knows which request is current. */
  session(sessionId?: string): ConsultationSession;
  /** Own sessions, or one, as they are now and after each change. */
  feed(options?: FeedOptions): AsyncGenerator<Session, void>;
  /** The agents a user can choose. */
  agents(): Promise<PublicAgent[]>;
  sessions: {
    /** Own sessions, the latest first. */
    list(query?: PageQuery): Promise<Page<Session>>;
    get(sessionId: string): Promise<Session>;
    /** One that exists is answered unchanged. */
    create(request?: Omit<CreateSessionRequest, 'user_id'>): Promise<Session>;
    /** Deletes a session and everything of it. One that is not there is deleted. */
    delete(sessionId: string): Promise<void>;
  };
  todos: {
    list(query?: TodoQuery): Promise<Page<TodoData>>;
    /** Throws `card_pending`, with the card, where the todo is a question of a card. */
    complete(todoId: string): Promise<TodoData>;
    dismiss(todoId: string): Promise<TodoData>;
  };
}

export function createClient(options: ClientOptions): Client {
  const http = createHttp(options);
  const pathOf = (sessionId: string): string => `/sessions/${encodeURIComponent(sessionId)}`;
  const post = <T>(path: string, body?: object): Promise<T> => http.json({ method: 'POST', path, body });
  const act = (todoId: string, verb: string): Promise<TodoData> => post(`/todos/${encodeURIComponent(todoId)}/${verb}`);
  const listOf =
    <T>(path: string) =>
    (query?: object): Promise<Page<T>> =>
      http.json({ path, query });

  return {
    session: (sessionId = newKey()) => createSession(http, sessionId, pathOf(sessionId)),
    feed: (feedOptions) => followFeed(http, feedOptions),
    agents: async () => (await http.json<Page<PublicAgent>>({ path: '/agents' })).items,
    sessions: {
      list: listOf('/sessions'),
      get: (sessionId) => http.json({ path: pathOf(sessionId) }),
      create: (request) => post('/sessions', { ...request, session_id: request?.session_id ?? newKey() }),
      delete: (sessionId) => unlessGone(http.json<void>({ method: 'DELETE', path: pathOf(sessionId) })),
    },
    todos: {
      list: listOf('/todos'),
      complete: (todoId) => act(todoId, 'complete'),
      dismiss: (todoId) => act(todoId, 'dismiss'),
    },
  };
}
