import { cardOf } from '@parley/testing';
import { CARD_AGENTS_DIR } from '../cards/test/card-agents.js';
import { newSession, useStack } from '../test/use-stack.js';
import { useFeeds } from './test/feed-stream.js';

const stack = useStack({ gateways: [{}, {}, {}], agentsDir: CARD_AGENTS_DIR, env: { QUEUE_TIMEOUT_MS: '2000' } });
const open = useFeeds();

afterEach(() => stack().startServices(), 60_000);

test('a card lapses and nobody does anything → it is awaited no more, in every feed, when its time is over', async () => {
  const session = newSession();
  const card = cardOf(await stack().gateway(0).ask(session, 'hi', { agent_id: 'lapsing' }));
  const feeds = [
    await open(stack().gateway(1)),
    await open(stack().gateway(1), `?session_id=${session}`),
    await open(stack().gateway(2)),
  ];
  for (const feed of feeds) expect(feed.sessions.get(session)?.awaiting_card).toBe(card.card_id);
  for (const feed of feeds) await feed.shows(session, { awaiting_card: null });
  const lateMs = Date.now() - Date.parse(card.expires_at ?? '');
  expect(lateMs).toBeLessThan(1000);
  for (const feed of feeds) expect(feed.told(session)).toHaveLength(2);
  expect((await stack().gateway(1).pendingCard(session)).has_pending_card).toBe(false);
});

test('a turn that no engine takes, whose gateway has died → it is active no more when it is overdue', async () => {
  const session = newSession();
  const feed = await open(stack().gateway(1));
  await Promise.all(stack().engines.map((engine) => engine.kill()));
  const stream = await stack().gateway(0).chat(session, 'hi', { agent_id: 'lapsing', on_disconnect: 'continue' });
  await feed.shows(session, { active_run_id: stream.runId });
  await stack().gateways[0]!.kill();
  await feed.shows(session, { active_run_id: null });
  expect(await stack().gateway(1).session(session)).toEqual(feed.sessions.get(session));
}, 60_000);
