import { ParleyError, threadIdOf } from '@parley/contracts';
import { startGateway, type TestGateway } from './gateway.js';

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());
beforeEach(() => gateway.store.reset());

const post = (path: string, body?: unknown, headers?: Record<string, string>): Promise<Response> =>
  gateway.fetch(path, { method: 'POST', body, headers });
const threadOf = (sessionId: string) => threadIdOf({ tenantId: 'default', owner: '-', sessionId });

describe('sessions', () => {
  it('a new one → 201; the same again → 200, unchanged', async () => {
    const body = { session_id: 'a', agent_id: 'rejecter', title: 'T', matter_id: 'm', metadata: { deep: [{ a: null }] } };
    expect((await post('/sessions', body, { 'x-user-id': 'li' })).status).toBe(201);
    expect(gateway.store.requests('session.create')).toEqual([
      {
        thread_id: threadOf('a'),
        agent_id: 'rejecter',
        user_id: 'li',
        title: 'T',
        matter_id: 'm',
        metadata: { deep: [{ a: null }] },
      },
    ]);
    const again = await post('/sessions', { session_id: 'a' });
    expect([again.status, await again.json()]).toMatchObject([200, { session_id: 'a', agent_id: 'rejecter' }]);
  });

  it('without anything, even a body → an id is made, the default agent is taken', async () => {
    const response = await post('/sessions');
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      session_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) as string,
      agent_id: 'echo',
    });
  });

  it('an agent that does not exist → 404', async () => {
    expect((await post('/sessions', { agent_id: 'none' })).status).toBe(404);
  });

  it.each<[string, string, Record<string, string>, string | undefined]>([
    ['nobody named → all', '', {}, undefined],
    ['the query names one', '?user_id=li', { 'x-user-id': 'wang' }, 'li'],
    ['the header names one', '', { 'x-user-id': 'wang' }, 'wang'],
    ['a number in the query is its text', '?user_id=42', {}, '42'],
  ])('the list, %s', async (_situation, query, headers, userId) => {
    const response = await gateway.fetch(`/sessions${query}`, { headers });
    expect([response.status, await response.json()]).toMatchObject([200, { next_cursor: null }]);
    expect(gateway.store.requests('session.list')).toEqual([
      { tenant_id: 'default', owner: '-', limit: 20, ...(userId !== undefined && { user_id: userId }) },
    ]);
  });

  it('limit and cursor → as they came', async () => {
    await gateway.fetch('/sessions/a/messages?limit=100&cursor=c');
    expect(gateway.store.requests('message.list')).toEqual([{ thread_id: threadOf('a'), limit: 100, cursor: 'c' }]);
  });

  it('delete → 204 without a body', async () => {
    const response = await gateway.fetch('/sessions/a', { method: 'DELETE' });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(gateway.store.requests('session.delete')).toEqual([{ thread_id: threadOf('a') }]);
  });

  it('an unknown one → 404 everywhere', async () => {
    const refuse = (): never => {
      throw new ParleyError('session_not_found');
    };
    gateway.store.answers = {
      ...{ 'session.get': refuse, 'session.delete': refuse, 'message.list': refuse },
      ...{ 'card.pending': refuse, 'turn.abort': refuse, 'turn.find': refuse },
    };
    const answers = await Promise.all([
      gateway.fetch('/sessions/z'),
      gateway.fetch('/sessions/z', { method: 'DELETE' }),
      gateway.fetch('/sessions/z/messages'),
      gateway.fetch('/sessions/z/pending_card'),
      gateway.fetch('/sessions/z/stream'),
      post('/sessions/z/abort'),
    ]);
    for (const answer of answers)
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'session_not_found' }]);
  });
});

describe('abort', () => {
  it('with and without a run → what the store says, as 200', async () => {
    const runId = 'chat-0190a0a0-0000-7000-8000-000000000001';
    gateway.store.answers = { 'turn.abort': ({ run_id }) => ({ aborted: true, run_id: run_id ?? runId }) };
    for (const body of [{ run_id: runId, user_id: 'li' }, undefined]) {
      const response = await post('/sessions/a/abort', body);
      expect([response.status, await response.json()]).toEqual([200, { aborted: true, run_id: runId }]);
    }
    expect(gateway.store.requests('turn.abort')).toEqual([
      { thread_id: threadOf('a'), run_id: runId, reason: 'aborted' },
      { thread_id: threadOf('a'), reason: 'aborted' },
    ]);
  });
});

describe('agents', () => {
  it('the list → what users may know', async () => {
    expect(await (await gateway.fetch('/agents')).json()).toEqual({
      items: [
        { agent_id: 'echo', name: { en: 'echo' } },
        { agent_id: 'rejecter', name: { en: 'rejecter' } },
      ],
      next_cursor: null,
    });
  });
});

describe('pages', () => {
  it('the description → every call of the API', async () => {
    const { paths } = (await (await fetch(`${gateway.url}/docs-json`)).json()) as { paths: Record<string, object> };
    expect(Object.entries(paths).flatMap(([path, calls]) => Object.keys(calls).map((method) => `${method} ${path}`))).toEqual(
      [
        'post /sessions',
        'get /sessions',
        'get /sessions/{id}',
        'delete /sessions/{id}',
        'post /sessions/{id}/chat',
        'post /sessions/{id}/resume',
        'get /sessions/{id}/pending_card',
        'get /sessions/{id}/messages',
        'post /sessions/{id}/abort',
        'get /sessions/{id}/stream',
        'get /agents',
        'get /sessions/{id}/state',
        'get /feed',
      ].map((call) => call.replace(' ', ' /api/v1/consultations')),
    );
  });

  it('home, docs and readiness → there', async () => {
    const answers = await Promise.all(['/', '/docs', '/readyz', '/healthz'].map((path) => fetch(gateway.url + path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await answers[0]?.text()).toMatch(/^<!doctype html>/i);
  });
});
