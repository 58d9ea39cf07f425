import type { Card, NumberedEvent, PreemptedReason, RunEventOf, Usage } from '@parley/contracts';
import type { ConnectionError } from '../connection-error.js';
import type { ProblemError } from '../problem-error.js';

/** An event of a run (protocol, section 2). `recovered`: not sent, but derived from the stored messages, because the run's log is gone. */
export type ClientEvent = NumberedEvent & { runId: string; recovered?: true };

/**
 * How a run ended. `superseded` and `left` are local, the run may go on: a newer request of the same session took its
 * place, or nobody follows it here any more. `accepted`: whether the server had taken the request by then, or there was none.
 */
export type RunResult = { runId?: string; text: string } & (
  | { status: 'completed'; usage?: Usage }
  | { status: 'interrupted'; card: Card; usage?: Usage }
  | { status: 'preempted'; reason: PreemptedReason; by_run_id?: string }
  | { status: 'failed'; error: ProblemError }
  | { status: 'superseded' | 'left'; accepted: boolean }
);

export type RunResultOf<Status extends RunResult['status']> = Extract<RunResult, { status: Status }>;

/** `connecting`: an attempt failed, the server has not taken the request yet; `open`: it has; `reconnecting`: the connection broke since. */
export type RunConnection = 'connecting' | 'open' | 'reconnecting';

/** What is told while a run goes on. What a handler throws ends nothing; it comes up as an uncaught error. */
export interface RunHandlers {
  /** Text to be shown; `run.text` has all of it. */
  onToken?: (text: string, run: Run) => void;
  onThinking?: (text: string, run: Run) => void;
  /** A call, a result, or what a remote agent said. */
  onTool?: (event: RunEventOf<'tool_call' | 'tool_result' | 'remote_agent_output'>, run: Run) => void;
  onCard?: (card: Card, run: Run) => void;
  /** Another worker took over: show `run.text` instead of what was shown so far. */
  onRewind?: (event: RunEventOf<'rewind'>, run: Run) => void;
  onEnd?: (result: RunResultOf<'completed' | 'interrupted'>, run: Run) => void;
  onPreempted?: (result: RunResultOf<'preempted'>, run: Run) => void;
  /** It failed or was refused (ProblemError), or the client gave up (ConnectionError). */
  onError?: (error: ProblemError | ConnectionError | Error, run: Run) => void;
  /** Every event, before its own handler. */
  onEvent?: (event: ClientEvent, run: Run) => void;
  onConnection?: (connection: RunConnection, run: Run) => void;
}

/**
 * One run, followed over as many connections as it takes. Iterating gives its events from the first one on, in order, each
 * once. The loop ends after the terminal event, and without one where the run is superseded or left; it throws what `result`
 * rejects with. Leaving the loop leaves the run.
 */
export interface Run extends AsyncIterable<ClientEvent> {
  /** Known as soon as the server has taken the request. */
  readonly runId: string | undefined;
  /** What was said so far, without what a `rewind` took back. */
  readonly text: string;
  /** Resolves with the run's id when the server has taken the request, with undefined where that did not come about. */
  readonly accepted: Promise<string | undefined>;
  /** Rejects with ProblemError where the request was refused, with ConnectionError where the client gave up. */
  readonly result: Promise<RunResult>;
  /** Stops following, as closing the page does: `on_disconnect` decides what becomes of the run. */
  readonly leave: () => void;
}
