/** What this browser keeps. A browser that keeps nothing (private mode, full, forbidden) is no error: then nothing is there. */
export interface LocalStore {
  read: (key: string) => string | null;
  /** `null` removes it. */
  write: (key: string, value: string | null) => void;
  keys: () => string[];
}

const PREFIX = 'parley.';

export function localStoreOf(storage: () => Storage): LocalStore {
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    read: (key) => attempt((kept) => kept.getItem(PREFIX + key), null),
    write: (key, value) =>
      attempt((kept) => (value === null ? kept.removeItem(PREFIX + key) : kept.setItem(PREFIX + key, value)), undefined),
    keys: () =>
      attempt((kept) => Object.keys(kept), [])
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length)),
  };
}

/** Undefined where the browser forbids even to ask for it. */
export function browserStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

export const localStore = localStoreOf(() => window.localStorage);
