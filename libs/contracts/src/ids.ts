/** Branded ids: plain strings on the wire, not interchangeable in code. */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** `chat-<uuidv7>`: the id of a run, of its handoff message and of its Bull job. */
export type RunId = Branded<'RunId'>;
/** `[A-Za-z0-9_-]{1,128}`, chosen by the client, or a UUIDv7. */
export type SessionId = Branded<'SessionId'>;
/** `<tenant>:<owner>:<session>`, each part encoded: the hash tag of every key of the session. */
export type ThreadId = Branded<'ThreadId'>;

export const SESSION_ID = /^[A-Za-z0-9_-]{1,128}$/;
export const RUN_ID = /^(?:xpert-)?chat-[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const THREAD_ID = /^[A-Za-z0-9_%-]+:[A-Za-z0-9_%-]+:[A-Za-z0-9_-]{1,128}$/;

export const isRunId = (text: string): text is RunId => RUN_ID.test(text);
export const isSessionId = (text: string): text is SessionId => SESSION_ID.test(text);

/** The owner part of a thread where users are not verified (`AUTH_MODE=none`): one trust domain. */
export const UNVERIFIED_OWNER = '-';
export const DEFAULT_TENANT = 'default';

/** Everything outside `[A-Za-z0-9_-]` as `%XX` of its UTF-8 bytes, so that no two parts can meet and none breaks a hash tag. */
export function encodeKeyPart(part: string): string {
  return part.replace(/[^A-Za-z0-9_-]/gu, (char) =>
    [...new TextEncoder().encode(char)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

/** Only a text that `threadIdOf` gives: two spellings of one thread would be two hash tags. */
export function isThreadId(text: string): text is ThreadId {
  if (!THREAD_ID.test(text)) return false;
  try {
    return threadIdOf(partsOfThread(text as ThreadId)) === text;
  } catch {
    return false;
  }
}

export interface ThreadParts {
  tenantId: string;
  owner: string;
  sessionId: string;
}

export function threadIdOf({ tenantId, owner, sessionId }: ThreadParts): ThreadId {
  return `${encodeKeyPart(tenantId)}:${encodeKeyPart(owner)}:${encodeKeyPart(sessionId)}` as ThreadId;
}

/** The parts of a thread id, decoded. A text that is no thread id is a programming error here: check with `isThreadId` at the border. */
export function partsOfThread(threadId: ThreadId): ThreadParts {
  const [tenantId, owner, sessionId] = threadId.split(':').map(decodeURIComponent);
  if (tenantId === undefined || owner === undefined || sessionId === undefined)
    throw new TypeError(`not a thread id: ${threadId}`);
  return { tenantId, owner, sessionId };
}

/** Ids of a turn's two messages derive from its run, so that writing one twice is writing it once. */
export const userMessageId = (runId: RunId): string => `${runId}-user`;
export const assistantMessageId = (runId: RunId): string => `${runId}-assistant`;
