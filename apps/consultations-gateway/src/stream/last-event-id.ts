import { isRunId, ParleyError, type RunId } from '@parley/contracts';

/** How far a client has got in a run. */
export interface LastEvent {
  runId: RunId;
  /** 0 = it has seen nothing of it. */
  seq: number;
}

const SHAPE = /^([^:]+):(0|[1-9]\d{0,15})$/;

/**
 * `Last-Event-ID: <run_id>:<seq>`; undefined without the header. Throws `validation_failed` for anything else, and for an id
 * of another run than the one that is asked for.
 */
export function lastEventOf(header: string | string[] | undefined, wantedRunId?: string): LastEvent | undefined {
  if (header === undefined) return undefined;
  const [, runId = '', digits] = SHAPE.exec(String(header)) ?? [];
  if (!isRunId(runId) || !Number.isSafeInteger(Number(digits))) throw invalid('must be <run_id>:<seq>, the id of a frame');
  if (wantedRunId !== undefined && runId !== wantedRunId) throw invalid('is of another run than run_id');
  return { runId, seq: Number(digits) };
}

/** Throws `validation_failed` for an event that the run has not had yet. */
export function checkHasHappened({ seq }: LastEvent, lastSeq: number): void {
  if (seq > lastSeq) throw invalid(`is beyond the end of the log, which is at ${lastSeq}`);
}

const invalid = (message: string): ParleyError =>
  new ParleyError('validation_failed', { errors: [{ path: 'last-event-id', message }] });
