import type { Act } from './consultation-turn.js';

type Chat = Extract<Act, { kind: 'chat' }>;

/** What was sent, and of which nobody knows yet whether the server has it. */
export interface Unsent {
  /** Its Idempotency-Key. */
  key: string;
  act?: Act;
  /** When it was sent first, in ms since 1970. */
  at: number;
  /** It was refused, stopped or overtaken: it does not go by itself. */
  isHeld: boolean;
}

type KeptMessage = Unsent & { act: Chat };

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
/** For so long it goes by itself when its page or the connection is there again; after that its user has to want it. */
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

  /** What is no message is not kept. Answers whether it is. */
  keep({ key, act, at, isHeld }: Unsent): boolean {
    if (act?.kind !== 'chat') return false;
    const text = JSON.stringify({ key, act, at, isHeld });
    const isKept = this.#attempt((storage) => {
      storage.setItem(this.#prefix + key, text);
      return true;
    });
    return isKept ?? false;
  }

  /** Whether another tab has dropped what was kept. */
  isDropped(key: string): boolean {
    return this.#attempt((storage) => storage.getItem(this.#prefix + key) === null) ?? false;
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

/** Whether it goes by itself. A time that is still to come says that the clock was set back: nobody knows how old it is. */
export const isFresh = ({ at, isHeld }: Unsent, now = Date.now()): boolean => !isHeld && Math.abs(now - at) < FRESH_MS;

function messageOf(text: string | null): KeptMessage | undefined {
  try {
    const kept = JSON.parse(text ?? '') as KeptMessage;
    return typeof kept.key === 'string' && kept.act.kind === 'chat' && typeof kept.act.message === 'string' ? kept : undefined;
  } catch {
    return undefined;
  }
}
