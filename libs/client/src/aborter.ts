/** Something that ends once, with a signal for those who wait for that. */
export const aborter = (): AbortController => new AbortController();

/** Calls the listener when `signal` aborts, unless `until` has aborted by then. */
export const onAbort = (signal: AbortSignal | undefined, listener: () => void, until?: AbortSignal): void =>
  signal?.addEventListener('abort', () => listener(), { signal: until });
