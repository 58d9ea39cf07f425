import { request } from 'node:http';
import { BASE, startGateway, type TestGateway } from './gateway.js';

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());
beforeEach(() => gateway.store.reset());

interface Refused {
  status: number;
  type: string;
  problem: { code?: string; errors?: { path: string }[] };
}

async function refused(path: string, init: Parameters<TestGateway['fetch']>[1]): Promise<Refused> {
  const response = await gateway.fetch(path, { method: 'POST', ...init });
  const problem = (await response.json()) as Refused['problem'];
  return { status: response.status, type: response.headers.get('content-type') ?? '', problem };
}

const chat = '/sessions/s1/chat';
const resume = '/sessions/s1/resume';
const answer = { field_key: 'a', value: 1 };

describe('requests that are no requests', () => {
  it.each<[string, string, unknown, string | undefined]>([
    ['no message', chat, {}, 'message'],
    ['an empty message', chat, { message: '' }, 'message'],
    ['a message that is no text', chat, { message: 5 }, 'message'],
    ['a message beyond 32,000 characters', chat, { message: 'x'.repeat(32_001) }, 'message'],
    ['an unknown policy', chat, { message: 'x', on_active_turn: 'maybe' }, 'on_active_turn'],
    ['a misspelt member', chat, { message: 'x', on_pending_cards: 'reject' }, 'on_pending_cards'],
    ['stream that is no boolean', chat, { message: 'x', stream: 'perhaps' }, 'stream'],
    ['an agent that is no text', chat, { message: 'x', agent_id: 7 }, 'agent_id'],
    ['an empty user', chat, { message: 'x', user_id: '' }, 'user_id'],
    ['a fraction as user', chat, { message: 'x', user_id: 1.5 }, 'user_id'],
    ['a user that JSON rounds', chat, '{"message":"x","user_id":9007199254740993}', 'user_id'],
    ['a user that JSON rounds to a safe one', chat, '{"message":"x","user_id":9007199254740991.4}', 'user_id'],
    ['an array', chat, '[]', ''],
    ['null', chat, 'null', ''],
    ['broken JSON', chat, '{"message":', undefined],
    ['a prototype', chat, '{"message":"x","__proto__":{}}', undefined],
    ['a session id that is none', '/sessions/bad%20id/chat', { message: 'x' }, 'session_id'],
    ['a session id of 129 characters', `/sessions/${'a'.repeat(129)}/chat`, { message: 'x' }, 'session_id'],
    ['no user_response', resume, {}, 'user_response'],
    ['a user_response that is null', resume, { user_response: null }, 'user_response'],
    ['a user_response that is an array', resume, { user_response: [] }, 'user_response'],
    ['answers that are an object', resume, { user_response: { answers: { 0: answer } } }, 'user_response.answers'],
    ['an answer that is null', resume, { user_response: { answers: [null] } }, 'user_response.answers'],
    [
      'an answer without its key',
      resume,
      { user_response: { answers: [answer, { value: 1 }] } },
      'user_response.answers.1.field_key',
    ],
    [
      'an answer with more than is known',
      resume,
      { user_response: { answers: [{ ...answer, x: 1 }] } },
      'user_response.answers.0.x',
    ],
    ['an unknown action', resume, { user_response: { action: 'maybe', answers: [] } }, 'user_response.action'],
    ['an abort of what is no run', '/sessions/s1/abort', { run_id: 'x' }, 'run_id'],
    ['a session with an unknown member', '/sessions', { name: 'x' }, 'name'],
    ['an unknown member of the query', `${chat}?on_active_turn=reject`, { message: 'x' }, 'on_active_turn'],
  ])('%s → 400 before anything is done', async (_situation, path, body, field) => {
    const { status, type, problem } = await refused(path, { body });
    expect([status, problem.code]).toEqual([400, 'validation_failed']);
    expect(type).toMatch(/^application\/problem\+json/);
    if (field !== undefined) expect(problem.errors?.map((error) => error.path)).toContain(field);
    expect(gateway.store.calls).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['limit=0', '/sessions?limit=0', 'limit'],
    ['limit=101', '/sessions/s1/messages?limit=101', 'limit'],
    ['limit=x', '/sessions?limit=x', 'limit'],
    ['an empty cursor', '/sessions?cursor=', 'cursor'],
    ['two users', '/sessions?user_id=a&user_id=b', 'user_id'],
    ['an empty user', '/agents?user_id=', 'user_id'],
    ['a run that is none', '/sessions/s1/stream?run_id=x', 'run_id'],
    ['an unknown member', '/sessions/s1/pending_card?x=1', 'x'],
  ])('a query with %s → 400', async (_situation, path, field) => {
    const { status, problem } = await refused(path, { method: 'GET' });
    expect(status).toBe(400);
    expect(new Set(problem.errors?.map((error) => error.path))).toEqual(new Set([field]));
  });

  it('an idempotency key that cannot be one → 400', async () => {
    const { status, problem } = await refused(chat, { body: { message: 'x' }, headers: { 'idempotency-key': 'x'.repeat(257) } });
    expect([status, problem.errors?.[0]?.path]).toEqual([400, 'idempotency-key']);
  });

  it('an agent that does not exist → 404, and no turn', async () => {
    const { status, problem } = await refused(chat, { body: { message: 'x', agent_id: 'no-such-agent' } });
    expect([status, problem.code]).toEqual([404, 'agent_not_found']);
    expect(gateway.store.requests('turn.start')).toEqual([]);
  });

  it('a resume of an unknown session → 404, and no turn', async () => {
    const { status, problem } = await refused(resume, { body: { user_response: { answers: [answer] } } });
    expect([status, problem.code]).toEqual([404, 'session_not_found']);
    expect(gateway.store.requests('turn.start')).toEqual([]);
  });

  it('a body that is no JSON by its type → 415', async () => {
    const { status, problem } = await refused(chat, { body: 'message=x', headers: { 'content-type': 'text/csv' } });
    expect([status, problem.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('a body beyond 256 KiB → 413', async () => {
    const { status, problem } = await refused(chat, { body: { message: 'x', metadata: 'y'.repeat(300 * 1024) } });
    expect([status, problem.code]).toEqual([413, 'payload_too_large']);
  });

  it('a body in two packets → one request', async () => {
    const body = JSON.stringify({ user_response: { answers: [answer] } });
    const status = await new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      const post = request(`${gateway.url}${BASE}${resume}`, { method: 'POST', headers }, (response) =>
        resolve(response.resume().statusCode),
      );
      post.on('error', reject);
      post.write(body.slice(0, 10), () => post.end(body.slice(10)));
    });
    expect(status).toBe(404);
  });
});
