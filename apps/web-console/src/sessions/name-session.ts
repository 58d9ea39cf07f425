import type { Client, Session } from '@parley/client';

const LONGEST_TITLE = 60;
const LONGEST_WAIT_MS = 1500;

/** The first line of what somebody says, cut where it gets long. */
export function titleOf(message: string): string {
  const [line = ''] = message.trim().split('\n');
  const characters = [...line.trim()];
  return characters.length > LONGEST_TITLE
    ? `${characters
        .slice(0, LONGEST_TITLE - 1)
        .join('')
        .trimEnd()}…`
    : characters.join('');
}

/**
 * Makes a session that its user will find again by what he first said. Resolves with it, or with undefined when there is no more
 * time for that: then the message makes the session, without a title.
 */
export async function nameSession(
  client: Client,
  sessionId: string,
  message: string,
  agentId: string | undefined,
): Promise<Session | undefined> {
  const made = client.sessions.create({ session_id: sessionId, title: titleOf(message), agent_id: agentId });
  const timeIsUp = new Promise<undefined>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  return Promise.race([made.catch(() => undefined), timeIsUp]);
}
