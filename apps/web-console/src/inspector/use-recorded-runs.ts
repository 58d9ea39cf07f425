import { useEffect, useState } from 'react';
import { useConsole } from '../client/console-context.js';
import type { RecordedRun } from '../client/run-events.js';

/** How often what is written down is looked at: the inspector must not slow down what it watches. */
const LOOK_EVERY_MS = 250;

export function useRecordedRuns(sessionId: string): RecordedRun[] {
  const { runEvents } = useConsole();
  const [runs, setRuns] = useState(() => runEvents.of(sessionId));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      timer = undefined;
      setRuns(runEvents.of(sessionId));
    };
    const lookSoon = (): void => void (timer ??= setTimeout(look, LOOK_EVERY_MS));
    const stop = runEvents.subscribe(lookSoon);
    // What came since the first look.
    lookSoon();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [runEvents, sessionId]);
  return runs;
}
