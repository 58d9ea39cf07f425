/** The parts of a browser that are looked at, each of which may be missing: in Node, in a worker. */
interface Page extends Partial<EventTarget> {
  document?: EventTarget & { visibilityState: string };
  navigator?: { onLine?: boolean };
}

const page = globalThis as unknown as Page;

export const isOffline = (): boolean => page.navigator?.onLine === false;

export const isHidden = (): boolean => page.document?.visibilityState === 'hidden';

/** Calls the listener, until `signal` aborts, when the page is shown or hidden. */
export const onVisibility = (listener: () => void, signal: AbortSignal): void =>
  page.document?.addEventListener('visibilitychange', listener, { signal });

/** Calls the listener, until `signal` aborts, when the page is shown again, and when the network is back while it is shown. */
export function onWake(listener: () => void, signal: AbortSignal): void {
  const wake = (): unknown => isHidden() || listener();
  onVisibility(wake, signal);
  page.addEventListener?.('online', wake, { signal });
}
