import { type Client, createClient } from '@parley/client';
import { type ConsultationState, ConsultationStore } from '@parley/client/store';
import { Gate } from './test/gate.js';
import { ONE_EACH, newSession, useStack } from './test/use-stack.js';

const stack = useStack({ gateways: ONE_EACH });

/** The state of one tab. */
class Tab {
  readonly close: () => void;
  readonly store: ConsultationStore;

  constructor(
    readonly client: Client,
    sessionId: string,
    agentId: string,
  ) {
    this.store = new ConsultationStore(client, sessionId, { request: { agent_id: agentId } });
    this.close = this.store.open();
  }

  get state(): ConsultationState {
    return this.store.getSnapshot();
  }

  /** Resolves when the state is like this. */
  until(isSo: (state: ConsultationState) => boolean): Promise<ConsultationState> {
    return new Promise((resolve) => {
      const look = (): void => (isSo(this.state) ? resolve(this.state) : undefined);
      this.store.subscribe(look);
      look();
    });
  }

  said(text: string): Promise<ConsultationState> {
    return this.until(({ messages }) => messages.map(({ content }) => content).join('|') === text);
  }
}

/** Two tabs of one consultation, each on a gateway of its own, which get to the engine in different ways. */
async function twoTabs(agentId: string): Promise<[Tab, Tab]> {
  const id = newSession();
  const open = (which: number): Tab =>
    new Tab(createClient({ baseUrl: `http://127.0.0.1:${stack().gateway(which).port}`, retry: { firstMs: 50 } }), id, agentId);
  const tabs: [Tab, Tab] = [open(0), open(1)];
  opened.push(...tabs);
  await tabs[0].client.sessions.create({ session_id: id });
  await Promise.all(tabs.map((tab) => tab.until(({ status }) => status === 'idle')));
  // Opened before the session was there: its feed is listened to from the first request, or the next opening, on.
  for (const tab of tabs.splice(0)) tab.close();
  tabs.push(open(0), open(1));
  opened.push(...tabs);
  await Promise.all(tabs.map((tab) => tab.until(({ session }) => session !== null)));
  return tabs;
}

const opened: Tab[] = [];
afterEach(() => opened.splice(0).forEach((tab) => tab.close()));

test('a message is sent in one tab → it and the stream are in the other, too; stopped there, it stops here', async () => {
  const [one, other] = await twoTabs('talk');
  const gate = new Gate<string>();
  stack().model.when({}, { tokens: gate });
  await one.store.send('hi');
  gate.push('a');
  await Promise.all([one.said('hi|a'), other.said('hi|a')]);
  gate.push('b');
  await Promise.all([one.said('hi|ab'), other.said('hi|ab')]);
  await other.store.stop();
  for (const tab of [one, other]) {
    const { messages } = await tab.until(({ status }) => status === 'idle');
    expect(messages[1]).toMatchObject({ content: 'ab', state: 'preempted' });
  }
  gate.end();
});

test('a card → in both tabs; answered in one it is gone in the other, which shows the answer and what follows', async () => {
  const [one, other] = await twoTabs('ask');
  await one.store.send('hi');
  const [mine, theirs] = await Promise.all([one, other].map((tab) => tab.until(({ status }) => status === 'asking')));
  expect(theirs?.card).toEqual(mine?.card);
  await expect(other.store.answer({ 'who.name': 'Ada' })).resolves.toBe(true);
  for (const tab of [one, other]) {
    const { card, messages } = await tab.until(({ status, messages: all }) => status === 'idle' && all.length === 4);
    expect(card).toBeNull();
    expect(messages[2]).toMatchObject({ role: 'user', answers: [{ field_key: 'who.name', value: 'Ada' }] });
  }
  expect(one.state.messages.map(({ content }) => content)).toEqual(other.state.messages.map(({ content }) => content));
});

test('both tabs send → the later message is answered, in both', async () => {
  const [one, other] = await twoTabs('talk');
  stack().model.when({ last_user_includes: 'first' }, { count: 5000, pace_ms: 2 });
  await one.store.send('first');
  await one.until(({ status }) => status === 'streaming');
  await other.store.send('second');
  for (const tab of [one, other]) {
    const { messages } = await tab.until(({ status, messages: all }) => status === 'idle' && all.length === 4);
    expect(messages.map(({ state }) => state)).toEqual(['done', 'preempted', 'done', 'done']);
    expect(messages[3]?.content).toBe('echo: second');
  }
});

test('the gateway of a tab is killed and started again → it hears of what happened meanwhile', async () => {
  const [one, other] = await twoTabs('talk');
  await stack().gateways[1]?.kill();
  await one.store.send('hi');
  await one.said('hi|echo: hi');
  await stack().gateways[1]?.start();
  await other.said('hi|echo: hi');
});

test('the session is deleted in one tab → gone in the other', async () => {
  const [one, other] = await twoTabs('talk');
  await one.store.send('hi');
  await other.said('hi|echo: hi');
  await one.client.sessions.delete(one.store.sessionId);
  expect(await other.until(({ session }) => session === null)).toMatchObject({ messages: [], error: null });
});
