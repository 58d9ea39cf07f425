// Ctrl-C, SIGTERM and a closed terminal, as one AbortSignal.

/** npm passes on the signal that the terminal sent to both of us: the same request twice within this time is one. */
const ECHO_MS = 1500;

/** The signal aborts at the first request to stop; `onImpatience` is called when it is asked again later. */
export function stopSignals(onImpatience) {
  const controller = new AbortController();
  let firstAt;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => {
      firstAt ??= performance.now();
      if (!controller.signal.aborted) controller.abort();
      else if (performance.now() - firstAt > ECHO_MS) onImpatience();
    });
  }
  return controller;
}
