import type { Message, Page } from '@parley/contracts';
import type { Http } from '../http/http.js';

/** Everything that was said in a session, in order; from `cursor` on. */
export async function allMessages(http: Http, sessionPath: string, signal?: AbortSignal, cursor?: string): Promise<Message[]> {
  const query = { limit: 100, cursor };
  const { items, next_cursor }: Page<Message> = await http.json({ path: `${sessionPath}/messages`, query }, signal);
  return next_cursor ? items.concat(await allMessages(http, sessionPath, signal, next_cursor)) : items;
}
