/**
 * Whether a run is answered as one JSON document instead of a stream: `stream` of the body decides; without it a client
 * that accepts JSON, and no event stream, gets JSON.
 */
export function wantsJson(stream: boolean | undefined, accept: string | undefined): boolean {
  if (stream !== undefined) return !stream;
  const types = (accept ?? '').split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase());
  return (
    types.includes('application/json') &&
    !types.some((type) => type === 'text/event-stream' || type === 'text/*' || type === '*/*')
  );
}
