import type { Page, Session } from '@parley/contracts';
import { cardOf } from '@parley/testing';
import { Redis } from 'ioredis';
import { steps } from './test/asks.js';
import { refusalOf } from './test/refusal.js';
import { newSession, useStack } from './test/use-stack.js';
import { anyText, having, textLike } from './test/matchers.js';

const stack = useStack({ gateways: [{}, {}] });
const gateway = (index = 0) => stack().gateway(index);

const create = async (body: Record<string, unknown>) => gateway().send('POST', '/sessions', body);

describe('creating a session', () => {
  test('with an id and all there is → 201 and the session; again, with anything → 200 and the same, unchanged', async () => {
    const session_id = newSession();
    const body = {
      session_id,
      agent_id: 'talk',
      title: '借款 🙂',
      matter_id: 'm-1',
      metadata: { a: [1, { b: null }], n: 0.1, e: {}, l: [] },
      user_id: 'u1',
    };
    const created = await create(body);
    expect(created.status).toBe(201);
    expect(created.json).toEqual({
      session_id,
      agent_id: 'talk',
      title: '借款 🙂',
      matter_id: 'm-1',
      metadata: body.metadata,
      created_at: textLike(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: (created.json as Session).created_at,
      turn: 0,
      active_run_id: null,
      awaiting_card: null,
    });
    const again = await gateway(1).send('POST', '/sessions', { session_id, title: 'another' });
    expect([again.status, again.json]).toEqual([200, created.json]);
    expect(await gateway(1).session(session_id)).toEqual(created.json);
  });

  test('without anything → an id and the default agent', async () => {
    const { status, json } = await create({});
    expect([status, json]).toEqual([
      201,
      having({
        session_id: textLike(/^[0-9a-f-]{14}7[0-9a-f]{3}-/),
        agent_id: 'loan-dispute',
        title: '',
      }),
    ]);
  });

  test('at once by many, through both gateways → created once', async () => {
    const session_id = newSession();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => gateway(n % 2).send('POST', '/sessions', { session_id, title: `${n}` })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 9 }, () => 200), 201]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });
});

test('a session through its turns → the turn, the active run and the awaited card are always those of now', async () => {
  const session = newSession();
  stack().effects.hold(`${session}/before`);
  const stream = await gateway().chat(session, 'hi', { agent_id: 'ask' });
  expect(await gateway(1).session(session)).toMatchObject({
    agent_id: 'ask',
    turn: 1,
    active_run_id: stream.runId,
    awaiting_card: null,
  });
  stack().effects.release(`${session}/before`);
  const card = cardOf(await stream.finished());
  expect(await gateway(1).session(session)).toMatchObject({ turn: 1, active_run_id: null, awaiting_card: card.card_id });
  await gateway().answer(session, { 'who.name': 'Ada' });
  expect(await gateway(1).session(session)).toMatchObject({ turn: 2, active_run_id: null, awaiting_card: null });
  await gateway().ask(session, 'x', { agent_id: 'talk' });
  expect(await gateway(1).session(session)).toMatchObject({ agent_id: 'talk', turn: 3 });
});

describe('lists of sessions', () => {
  test('of a user → the latest first, page by page, without a hole or a double; not those of others', async () => {
    const user = newSession();
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const session_id = `${user}-${n}`;
      await create({ session_id, user_id: user });
      ids.unshift(session_id);
    }
    await create({ session_id: `${user}-other`, user_id: 'somebody else' });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page<Session> = await gateway(1).sessions(`?limit=3&user_id=${user}${cursor && `&cursor=${cursor}`}`);
      expect(page.items.length).toBeLessThanOrEqual(3);
      seen.push(...page.items.map(({ session_id }) => session_id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids);
    // What happens in a session brings it to the front.
    await gateway().ask(`${user}-2`, 'hi', { agent_id: 'talk', user_id: user });
    expect((await gateway().sessions(`?limit=1&user_id=${user}`)).items[0]?.session_id).toBe(`${user}-2`);
  });

  test('by the header, by the body, as a number or a text → the same user', async () => {
    const session_id = newSession();
    const user = Number.MAX_SAFE_INTEGER - Math.floor(Math.random() * 1e9);
    await create({ session_id, user_id: user });
    const byHeader = await gateway()
      .with({ 'x-user-id': String(user) })
      .sessions();
    const byQuery = await gateway().sessions(`?user_id=${user}`);
    expect([byHeader, byQuery].map(({ items }) => items.map((item) => item.session_id))).toEqual([[session_id], [session_id]]);
  });
});

describe('messages', () => {
  test('of eight turns, page by page → in order, each once', async () => {
    const session = newSession();
    for (let n = 1; n <= 8; n += 1) await gateway().ask(session, `m${n}`, { agent_id: 'talk' });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const reply = await gateway(1).send('GET', `/sessions/${session}/messages?limit=5${cursor && `&cursor=${cursor}`}`);
      const page = reply.json as { items: { content: string }[]; next_cursor: string | null };
      seen.push(...page.items.map(({ content }) => content));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 8 }, (_, n) => [`m${n + 1}`, `echo: m${n + 1}`]).flat());
  });

  test('a turn that showed nothing and failed → no message of the assistant, or an empty one that says so', async () => {
    const session = newSession();
    await gateway().ask(session, steps({ throw: 'x' }), { agent_id: 'steps' });
    const [user, assistant] = await gateway().messages(session);
    expect(user?.role).toBe('user');
    if (assistant) expect(assistant).toMatchObject({ role: 'assistant', content: '', failed: true });
  });
});

describe('deleting a session', () => {
  test('with messages, runs and a card → everything of it is gone, also in Redis; its id may be used anew', async () => {
    const session = newSession();
    const { runId } = await gateway().ask(session, 'hi', { agent_id: 'talk' });
    await gateway().ask(session, 'hi', { agent_id: 'ask' });
    expect((await gateway(1).send('DELETE', `/sessions/${session}`)).status).toBe(204);
    for (const path of ['', '/messages', '/pending_card', '/stream', `/stream?run_id=${runId}`]) {
      expect([path, refusalOf(await gateway().send('GET', `/sessions/${session}${path}`))]).toEqual([
        path,
        '404 session_not_found',
      ]);
    }
    expect(refusalOf(await gateway().send('DELETE', `/sessions/${session}`))).toBe('404 session_not_found');
    expect((await gateway().sessions('?limit=100')).items.map(({ session_id }) => session_id)).not.toContain(session);

    const redis = new Redis(stack().redisUrl);
    const left = await redis.keys(`*${session}*`);
    const text = (await Promise.all(left.map(async (key) => `${key} ${await redis.type(key)}`))).join('\n');
    await redis.quit();
    // A tombstone with the fence may stay; nothing that was said may.
    expect(left.length).toBeLessThanOrEqual(1);
    expect(text).not.toMatch(/messages|cards|checkpoint|log|text/);

    const run = await gateway().ask(session, 'anew', { agent_id: 'talk' });
    expect((await gateway().messages(session)).map(({ content }) => content)).toEqual(['anew', 'echo: anew']);
    expect(run.events[0]).toMatchObject({ data: { turn: 1 } });
    // Of the old one's facts nothing is left either: it is asked again.
    expect((await gateway().ask(session, 'hi', { agent_id: 'ask' })).card).toBeDefined();
  });
});

test('two sessions of the same agent → share nothing', async () => {
  const [one, two] = [newSession(), newSession()];
  await gateway().ask(one, 'hi', { agent_id: 'ask' });
  await gateway().answer(one, { 'who.name': 'Ada' });
  expect((await gateway().ask(two, 'hi', { agent_id: 'ask' })).card).toBeDefined();
  expect(JSON.stringify(await gateway().messages(two))).not.toContain('Ada');
});

test('the same two prefixes of a session id → two sessions', async () => {
  const session = newSession();
  await gateway().ask(session, 'one', { agent_id: 'talk' });
  await gateway().ask(`${session}-`, 'two', { agent_id: 'talk' });
  await gateway().send('DELETE', `/sessions/${session}`);
  expect((await gateway().messages(`${session}-`)).map(({ content }) => content)).toEqual(['two', 'echo: two']);
});

describe('what else a gateway serves', () => {
  test('the agents → those of the folder and the built-in ones, the default one first, with nothing but what users may see', async () => {
    const agents = await gateway().agents();
    expect(agents.map(({ agent_id }) => agent_id)).toEqual(expect.arrayContaining(['ask', 'talk', 'loan-dispute', 'echo']));
    expect(agents[0]?.agent_id).toBe('loan-dispute');
    expect(agents.find(({ agent_id }) => agent_id === 'talk')).toEqual({ agent_id: 'talk', name: { en: 'Talk' } });
    const loan = agents.find(({ agent_id }) => agent_id === 'loan-dispute');
    expect(loan).toMatchObject({
      name: { zh: anyText, en: anyText },
      greeting: { zh: anyText },
    });
    for (const agent of agents) {
      expect(['agent_id', 'description', 'greeting', 'name']).toEqual(expect.arrayContaining(Object.keys(agent)));
    }
  });

  test('the page, the API description, health, readiness, metrics → are there', async () => {
    const get = (path: string) => gateway().send('GET', `/${path}`);
    expect((await get('/')).text).toMatch(/<!doctype html>[^]*Parley[^]*assets\//i);
    const paths = Object.keys(((await get('/docs-json')).json as { paths: object }).paths);
    const base = '/api/v1/consultations';
    expect(paths).toEqual(
      expect.arrayContaining([
        `${base}/sessions`,
        ...['', '/chat', '/resume', '/messages', '/pending_card', '/abort', '/stream'].map(
          (path) => `${base}/sessions/{id}${path}`,
        ),
      ]),
    );
    expect((await get('/healthz')).json).toEqual({ status: 'ok' });
    expect((await get('/readyz')).json).toMatchObject({ status: 'ok', checks: { redis: 'ok', engine: 'ok' } });
    expect((await get('/metrics')).text).toMatch(/^process_cpu_seconds_total \d/m);
  });
});
