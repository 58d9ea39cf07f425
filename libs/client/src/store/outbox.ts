import type { Act } from './consultation-turn.js';

type Chat = Extract<Act, { kind: 'chat' }>;

/** A message that was sent, and of which nobody knows yet whether the server has it. */
export interface KeptMessage {
  /** Its Idempotency-Key. */
  key: string;
  act: Chat;
  /** When it was sent first, in ms since 1970. */
  at: number;
  /** It was refused, stopped or overtaken: it does not go by itself. */
  isHeld: boolean;
}

/** The page's `localStorage`, or anything like it. */
export interface OutboxStorage {
  readonly length: number;
  key(at: number): string | null;
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

const PREFIX = 'parley.unsent.';
/** The server knows a key for a day: after that the message could be said twice. */
const KEPT_MS = 23 * 60 * 60 * 1000;
/** For so long a message goes by itself when its page is there again; after that its user has to want it. */
const FRESH_MS = 10 * 60 * 1000;

/**
 * Messages of one session that are on their way, kept where a reload does not reach them: each under a name of its own, so that
 * tabs take nothing from each other. A storage that is full, forbidden or absent keeps nothing, and that is no error.
 */
export class Outbox {
  readonly #prefix: string;

  constructor(
    sessionId: string,
    private readonly storage: OutboxStorage | undefined,
  ) {
    this.#prefix = `${PREFIX}${sessionId}.`;
  }

  /** The oldest first. Those of any session that are too old are thrown away. */
  read(now = Date.now()): KeptMessage[] {
    const kept = this.#attempt((storage) => {
      const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
      return names
        .filter((name) => name.startsWith(PREFIX))
        .flatMap((name) => {
          const message = messageOf(storage.getItem(name));
          const isKept = message && now - message.at < KEPT_MS;
          if (!isKept) storage.removeItem(name);
          return isKept && name === this.#prefix + message.key ? [message] : [];
        });
    });
    return (kept ?? []).sort((one, other) => one.at - other.at);
  }

  /** What is no message is not kept. */
  keep(key: string, act: Act | undefined, isHeld = false): void {
    const name = this.#prefix + key;
    if (act?.kind !== 'chat') return;
    this.#attempt((storage) => {
      const message: KeptMessage = { key, act, at: messageOf(storage.getItem(name))?.at ?? Date.now(), isHeld };
      storage.setItem(name, JSON.stringify(message));
    });
  }

  drop(key: string): void {
    this.#attempt((storage) => storage.removeItem(this.#prefix + key));
  }

  #attempt<T>(work: (storage: OutboxStorage) => T): T | undefined {
    try {
      return this.storage && work(this.storage);
    } catch {
      return undefined;
    }
  }
}

/** Whether it goes by itself. */
export const isFresh = ({ at, isHeld }: KeptMessage, now = Date.now()): boolean => !isHeld && now - at < FRESH_MS;

function messageOf(text: string | null): KeptMessage | undefined {
  try {
    const kept = JSON.parse(text ?? '') as KeptMessage;
    return typeof kept.key === 'string' && typeof kept.act.message === 'string' ? kept : undefined;
  } catch {
    return undefined;
  }
}
