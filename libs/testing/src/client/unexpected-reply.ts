import type { Problem } from '@parley/contracts';
import type { HttpCall, Reply } from './http-exchange.js';

/** A call that a test counted on was refused. */
export class UnexpectedReply extends Error {
  override readonly name = 'UnexpectedReply';

  constructor(
    { method, url }: Pick<HttpCall, 'method' | 'url'>,
    readonly reply: Reply,
  ) {
    super(`${method} ${url} was answered with ${reply.status}: ${reply.text.slice(0, 1000)}`);
  }

  get problem(): Problem {
    return this.reply.json as Problem;
  }
}
