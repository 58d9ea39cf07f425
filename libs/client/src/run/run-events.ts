import type { Http, HttpCall } from '../http/http.js';
import { persist } from '../http/persist.js';
import { endsRun } from './ends-run.js';
import { nextEvent, type RunPlace } from './read-run.js';
import type { ClientEvent, RunConnection } from './run.js';

export interface RunSource {
  http: Http;
  /** `/sessions/<id>`. */
  path: string;
  /** The request that starts the run; absent where one that is there is followed. */
  start?: HttpCall;
  /** The one that is followed; absent: the active run, else the latest. */
  runId?: string;
  place: RunPlace;
  /** Aborts when nothing of the run is wanted any more. */
  signal: AbortSignal;
  /** Aborts when there is to be no other connection. */
  patience: () => AbortSignal;
  onConnection: (connection: RunConnection) => void;
}

/**
 * The events of a run, each once and in order, over as many connections as it takes. Until the server has taken the request
 * it is repeated as it is, Idempotency-Key included, so that it joins what an earlier attempt may have started; from then on
 * the run is followed from the last event that came. Returns after the terminal event; throws as `persist` does.
 */
export function runEvents({
  http,
  path,
  start,
  runId: wanted,
  place,
  onConnection,
  ...signals
}: RunSource): AsyncGenerator<ClientEvent, void> {
  return persist(
    async function* attempt(watch) {
      const { runId, seq } = place;
      const headers = { 'last-event-id': seq ? `${runId}:${seq}` : undefined };
      const call = (!runId && start) || { path: `${path}/stream`, query: { run_id: runId ?? wanted }, headers };
      const onOpen = (given: Headers): void => {
        place.runId ??= given.get('x-run-id') ?? wanted;
        onConnection('open');
      };
      for await (const frame of http.frames(call, watch, onOpen)) {
        const event = nextEvent(frame, place);
        if (event) yield event;
        if (event && endsRun(event)) return;
      }
    },
    {
      ...http,
      ...signals,
      onFailure: () => {
        onConnection(place.runId ? 'reconnecting' : 'connecting');
        return !!place.runId;
      },
    },
  );
}
