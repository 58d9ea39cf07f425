import { json, page, problem } from './test/answers.js';
import { useServer } from './test/use-server.js';

const { server, client } = useServer();

/** 128 bits by chance. */
const KEY = /^\d{1,10}(-\d{1,10}){3}$/;

const calls = (): unknown[] => server().requests.map(({ method, path, body }) => [`${method} ${path}`, body]);

describe('lists and single things', () => {
  it('each call → its path, and what the server answers', async () => {
    server().on(/./, page([{ id: 1 }], 'next'));
    const parley = client();
    await expect(parley.agents()).resolves.toEqual([{ id: 1 }]);
    for (const list of [
      parley.sessions.list(),
      parley.sessions.list({ limit: 5, cursor: 'a b' }),
      parley.todos.list({ status: 'open' }),
    ])
      await expect(list).resolves.toEqual({ items: [{ id: 1 }], next_cursor: 'next' });
    await parley.sessions.get('a/b');
    await parley.sessions.create({ session_id: 's1', agent_id: 'talk' });
    await parley.todos.complete('t/1');
    await parley.todos.dismiss('t2');
    expect(calls()).toEqual([
      ['GET /agents', ''],
      ['GET /sessions', ''],
      ['GET /sessions?limit=5&cursor=a+b', ''],
      ['GET /todos?status=open', ''],
      ['GET /sessions/a%2Fb', ''],
      ['POST /sessions', { session_id: 's1', agent_id: 'talk' }],
      ['POST /todos/t%2F1/complete', ''],
      ['POST /todos/t2/dismiss', ''],
    ]);
  });

  it('a session without an id is created, the answer is lost → the same one is asked for again', async () => {
    server().next(
      (reply) => reply.reset(),
      problem(503, 'draining'),
      (reply) => reply.html(200),
      json({ turn: 0 }, 201),
    );
    await expect(client().sessions.create({ session_id: undefined })).resolves.toEqual({ turn: 0 });
    const ids = server().requests.map(({ body }) => (body as { session_id: string }).session_id);
    expect(ids).toEqual([ids[0], ids[0], ids[0], ids[0]]);
    expect(ids[0]).toMatch(KEY);
  });

  it('deleted, and the answer is lost → deleted', async () => {
    server().next(
      (reply) => reply.reset(),
      problem(404, 'session_not_found'),
      (reply) => reply.head(204).end(),
    );
    await expect(client().sessions.delete('s1')).resolves.toBeUndefined();
    await expect(client().sessions.delete('s2')).resolves.toBeUndefined();
    server().next(problem(403, 'forbidden'));
    await expect(client().sessions.delete('s3')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it.each<[string, string]>([
    ['not JSON', 'not_parley'],
    ['broken JSON', 'malformed'],
    ['half of it', 'broken_off'],
    ['null', 'malformed'],
    ['nothing', 'malformed'],
  ])('%s for good → gives up, and says so', async (what, fault) => {
    server().on(/./, async (reply) => {
      if (what === 'not JSON') return reply.html(200);
      if (what === 'null') return reply.json(200, null);
      if (what === 'nothing') return reply.head(204).end();
      reply.head(200, { 'content-type': 'application/json', 'content-length': '9' });
      await reply.write(what === 'half of it' ? '{"a"' : '{"a" bad}');
      return reply.end();
    });
    await expect(client().agents()).rejects.toMatchObject({ fault, attempts: 4 });
  });

  it('a todo that is a question of a card → the problem with the card', async () => {
    server().on(/./, problem(409, 'card_pending', { card: { card_id: 'c' } }));
    await expect(client().todos.complete('t1')).rejects.toMatchObject({ code: 'card_pending', card: { card_id: 'c' } });
  });
});

it('a page that is not secure has no randomUUID → a name all the same', () => {
  const { randomUUID } = crypto;
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  try {
    expect(client().session().id).toMatch(KEY);
  } finally {
    Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true });
  }
});
