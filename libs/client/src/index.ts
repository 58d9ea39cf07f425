export type {
  Answer,
  AnswerError,
  Card,
  CardItem,
  ErrorCode,
  FieldError,
  Message,
  Page,
  PublicAgent,
  Question,
  RunEventData,
  Session,
  TodoData,
} from '@parley/contracts';
export { type Client, createClient, type PageQuery, type TodoQuery } from './client.js';
export type { ClientOptions, RetryLimits, Token } from './client-options.js';
export { ConnectionError, type ConnectionFault } from './connection-error.js';
export type { FeedOptions } from './feed/follow-feed.js';
export { ProblemError } from './problem-error.js';
export type * from './run/run.js';
export type * from './session/consultation-session.js';
