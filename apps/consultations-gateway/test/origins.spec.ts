import { startGateway, type TestGateway } from './gateway.js';

const OURS = 'https://app.example.org';
const THEIRS = 'https://evil.example.org';

let gateway: TestGateway;
afterEach(() => gateway.stop());

const preflight = (path: string, origin: string, method = 'POST'): Promise<Response> =>
  gateway.fetch(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key,last-event-id',
    },
  });
const allowed = (response: Response): string | null => response.headers.get('access-control-allow-origin');

describe('with CORS_ORIGINS', () => {
  beforeEach(async () => (gateway = await startGateway({ CORS_ORIGINS: `http://localhost:5173, ${OURS}` })));

  it.each([
    ['/sessions/s1/chat', 'POST'],
    ['/sessions/s1', 'DELETE'],
    ['/sessions/s1/stream', 'GET'],
  ])('a page of such an origin asks whether it may %s %s → with all that a client sends', async (path, method) => {
    const response = await preflight(path, OURS, method);
    expect([response.status, allowed(response)]).toEqual([204, OURS]);
    expect(response.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization,content-type,idempotency-key,last-event-id');
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  });

  it('its request → streams and refusals that it can read, with the run id', async () => {
    const headers = { origin: OURS };
    const stream = await gateway.fetch('/sessions/s1/chat', { method: 'POST', body: { message: 'hi' }, headers });
    expect([stream.status, allowed(stream)]).toEqual([200, OURS]);
    expect(stream.headers.get('access-control-expose-headers')?.split(', ')).toEqual(['x-run-id', 'retry-after']);
    await stream.body?.cancel();
    const refusal = await gateway.fetch('/sessions/s1/chat', { method: 'POST', body: {}, headers });
    expect([refusal.status, allowed(refusal)]).toEqual([400, OURS]);
  });

  it('a page of another origin → it learns nothing', async () => {
    expect(allowed(await preflight('/sessions/s1/chat', THEIRS))).toBeNull();
    expect(allowed(await gateway.fetch('/sessions', { headers: { origin: THEIRS } }))).toBeNull();
  });
});

it('without it → no page of another origin may ask', async () => {
  gateway = await startGateway();
  expect(allowed(await preflight('/sessions/s1/chat', OURS))).toBeNull();
  expect(allowed(await gateway.fetch('/sessions', { headers: { origin: OURS } }))).toBeNull();
});
