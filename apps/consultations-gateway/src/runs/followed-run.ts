import type { Lang, NumberedEvent, RunId } from '@parley/contracts';
import type { RunView } from './run-views.js';

/** A run as one viewer follows it. */
export interface FollowedRun {
  runId: RunId;
  sessionId: string;
  turn: number;
  /** The number of the first event. */
  fromSeq: number;
  events: AsyncIterable<NumberedEvent[]>;
  /** Open until its viewer leaves or the run ends. */
  view: RunView;
  /** For what has to be said in the run's place. */
  language: Lang;
  traceId: string;
}
