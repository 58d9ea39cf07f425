import type { RecordedEvent, RecordedRun } from '../client/run-events.js';

export type InspectorRow =
  { kind: 'run'; key: string; run: RecordedRun } | { kind: 'event'; key: string; event: RecordedEvent; sinceStartMs: number };

/** What is listed: each run, and its events below it. */
export function inspectorRows(runs: readonly RecordedRun[], showsTokens: boolean): InspectorRow[] {
  return runs.flatMap((run) => {
    const startMs = run.events[0]?.at ?? 0;
    const shown = run.events.filter(({ event }) => showsTokens || event !== 'token');
    return [
      { kind: 'run', key: run.runId, run } as const,
      ...shown.map(
        (event) => ({ kind: 'event', key: `${run.runId}:${event.seq}`, event, sinceStartMs: event.at - startMs }) as const,
      ),
    ];
  });
}

const SUMMARY_LENGTH = 120;

/** The data of an event in one line. */
export function summaryOf({ event, data }: RecordedEvent): string {
  const text = (data as { text?: unknown } | null)?.text;
  const isText = event === 'token' || event === 'thinking';
  const summary = JSON.stringify(isText && typeof text === 'string' ? text : data) ?? '';
  return summary.length > SUMMARY_LENGTH ? `${summary.slice(0, SUMMARY_LENGTH)}…` : summary;
}

export const asNdjson = (runs: readonly RecordedRun[]): string =>
  runs.flatMap(({ runId, events }) => events.map((event) => JSON.stringify({ run_id: runId, ...event }))).join('\n');
