import type { Message, Page } from '@parley/contracts';
import type { Http } from '../http/http.js';

/** Everything that was said in a session, in order. */
export async function allMessages(http: Http, sessionPath: string, signal?: AbortSignal): Promise<Message[]> {
  const messages: Message[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { limit: 100, cursor: cursor ?? undefined };
    const page: Page<Message> = await http.json({ path: `${sessionPath}/messages`, query }, signal);
    messages.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor);
  return messages;
}
