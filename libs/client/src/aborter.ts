/** Something that ends once, with a signal for those who wait for that. */
export const aborter = (): AbortController => new AbortController();

/** Calls the listener when `signal` aborts, at once where it has, unless `until` has aborted by then. */
export const onAbort = (signal: AbortSignal | undefined, listener: () => void, until?: AbortSignal): void =>
  signal?.aborted ? listener() : signal?.addEventListener('abort', () => listener(), { signal: until });
