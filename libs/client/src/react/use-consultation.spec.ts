import { newContainer } from '../test/fake-dom.js';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createElement, Fragment, type ReactNode, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import type { Client } from '../client.js';
import { CHAT, open, problem, rest, STREAM, whole } from '../test/answers.js';
import type { RawReply } from '../test/raw-server.js';
import { FakeConsultation } from '../test/fake-consultation.js';
import { keepMessage } from '../test/kept-message.js';
import { MemoryStorage } from '../test/memory-storage.js';
import { answer, begun, bytesOf, end, numbered, OTHER_RUN, RUN, token } from '../test/runs.js';
import { useServer } from '../test/use-server.js';
import { type Consultation, ParleyProvider, useConsultation } from './index.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const { server, client } = useServer();

let container: ReturnType<typeof newContainer>;
let root: Root;
let there: FakeConsultation;
let parley: Client;
/** What the latest render was given, and how many there were. */
let latest: Consultation;
let renders = 0;
let wake: (() => void)[] = [];

beforeEach(() => {
  container = newContainer();
  root = createRoot(container);
  there = new FakeConsultation(server());
  parley = client();
  renders = 0;
});
afterEach(() => root.unmount());

function Page({ id }: { id: string }): ReactNode {
  latest = useConsultation(id, { feed: false });
  renders += 1;
  const waiting = wake;
  wake = [];
  setImmediate(() => waiting.forEach((each) => each()));
  const { status, messages } = latest;
  return createElement('p', null, `${status}: ${messages.map(({ content }) => content).join('|')}`);
}

const show = (...children: ReactNode[]): void => root.render(createElement(ParleyProvider, { client: parley }, ...children));
const page = (id = 's1'): ReactNode => createElement(Page, { id });

/** Resolves when the page shows this. */
async function shown(text: string): Promise<void> {
  while (container.textContent !== text) await new Promise<void>((resolve) => wake.push(resolve));
}

describe('useConsultation', () => {
  it('a page → restored, a message sent, its answer; the functions stay the same', async () => {
    there.stored(1, 'hi', { content: 'hello' });
    await there.now({});
    show(page());
    await shown('idle: hi|hello');
    const { send } = latest;
    server().on(CHAT, whole(numbered(begun(OTHER_RUN, 2), token('ab'), end('ab')), OTHER_RUN));
    expect(await send('more')).toBe(true);
    await shown('idle: hi|hello|more|ab');
    expect(latest.send).toBe(send);
  });

  it('2,000 words → far fewer renders', async () => {
    await there.now({});
    show(page());
    await shown('idle: ');
    const words = Array.from({ length: 2000 }, () => 'x');
    server().on(CHAT, whole(answer(...words)));
    const before = renders;
    void latest.send('hi');
    await shown(`idle: hi|${words.join('')}`);
    expect(renders - before).toBeLessThan(60);
  });

  it('StrictMode, which mounts twice → the running answer once', async () => {
    there.stored(1, 'hi', {});
    await there.now({ active_run_id: RUN });
    const streams: RawReply[] = [];
    server().on(STREAM, (reply, request) => {
      streams.push(reply);
      return open(answer('a', 'b').slice(0, 3))(reply, request);
    });
    show(createElement(StrictMode, null, page()));
    await shown('streaming: hi|ab');
    expect(streams).toHaveLength(1);
    streams[0]?.end(bytesOf(answer('a', 'b').slice(3)));
    await shown('idle: hi|ab');
    server().on(CHAT, whole(numbered(begun(OTHER_RUN, 2), token('c'), end('c')), OTHER_RUN));
    void latest.send('more');
    await shown('idle: hi|ab|more|c');
    expect(server().requests.filter(({ path }) => path.endsWith('/chat'))).toHaveLength(1);
    expect(streams).toHaveLength(1);
  });

  it('StrictMode, with a message that a page before left → the same request, shown once', async () => {
    await there.now({ turn: 0 });
    const storage = new MemoryStorage();
    keepMessage(storage, 'hi');
    const Keeping = (): ReactNode => {
      useConsultation('s1', { feed: false, storage });
      return page();
    };
    server().on(CHAT, whole(answer('a')));
    there.stored(1, 'hi', { content: 'a' });
    await there.now({ turn: 1 });
    show(createElement(StrictMode, null, createElement(Keeping)));
    await shown('idle: hi|a');
    const keys = server().requests.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
    expect([new Set(keys), storage.length]).toEqual([new Set(['hi']), 0]);
  });

  it('unmounted in the middle of an answer → the connection is closed, nothing renders any more; mounted again → restored', async () => {
    await there.now({});
    show(page());
    await shown('idle: ');
    const left = Promise.withResolvers<void>();
    server().on(CHAT, async (reply, request) => {
      await open(numbered(begun(), token('a')))(reply, request);
      await reply.left();
      left.resolve();
    });
    void latest.send('hi');
    await shown('streaming: hi|a');
    const before = renders;
    show();
    await left.promise;
    await new Promise(setImmediate);
    expect(renders).toBe(before);
    there.stored(1, 'hi', {});
    await there.now({ active_run_id: RUN });
    server().on(STREAM, rest(answer('a', 'b')));
    show(page());
    await shown('idle: hi|ab');
  });

  it('two components show the same consultation → one restore, one state; another consultation → its own', async () => {
    there.stored(1, 'hi', { content: 'hello' });
    await there.now({});
    const other = createElement(Page, { id: 's2', key: 's2' });
    server().on(/s2$/, (reply) => reply.json(404, { code: 'session_not_found' }));
    show(createElement(Fragment, { key: 'both' }, page(), page()), other);
    await shown('idle: hi|helloidle: hi|helloidle: ');
    expect(server().requests.filter(({ path }) => path === '/sessions/s1')).toHaveLength(1);
  });

  it('one component says what to request, another says nothing → requested so', async () => {
    await there.now({});
    const Asking = (): ReactNode => {
      latest = useConsultation('s1', { feed: false, request: { agent_id: 'loan' } });
      return null;
    };
    show(createElement(Fragment, { key: 'both' }, createElement(Asking), page()));
    await shown('idle: ');
    server().on(CHAT, whole(answer('a')));
    await latest.send('hi');
    expect(server().requests.at(-1)?.body).toEqual({ message: 'hi', agent_id: 'loan' });
  });

  it('a component inside says nothing, the page around it where to keep messages → kept there', async () => {
    await there.now({});
    const storage = new MemoryStorage();
    const Keeping = (): ReactNode => {
      useConsultation('s1', { feed: false, storage });
      return page();
    };
    show(createElement(Keeping));
    await shown('idle: ');
    server().on(CHAT, problem(409, 'turn_active'));
    await latest.send('hi');
    expect(storage.length).toBe(1);
  });

  it('another session id → the other consultation', async () => {
    there.stored(1, 'hi', { content: 'hello' });
    await there.now({});
    server().on(/s2$/, (reply) => reply.json(404, { code: 'session_not_found' }));
    show(page());
    await shown('idle: hi|hello');
    show(page('s2'));
    await shown('idle: ');
    server().on(CHAT, whole(answer('a')));
    await latest.send('there');
    expect(server().requests.at(-1)?.path).toBe('/sessions/s2/chat');
  });

  it('rendered on a server → restoring, nothing is fetched', () => {
    expect(renderToString(createElement(ParleyProvider, { client: parley }, page()))).toContain('restoring: ');
    expect(server().requests).toEqual([]);
  });

  it('rendered and never mounted → nothing of it is kept, though its client is', async () => {
    const kept = ['s1', 's2'].map((id) => {
      renderToString(createElement(ParleyProvider, { client: parley }, page(id)));
      return new WeakRef(latest.send);
    });
    latest = undefined as unknown as Consultation;
    // A reference that was looked at holds until the task is over.
    await new Promise(setImmediate);
    collectGarbage();
    expect(kept.map((each) => each.deref())).toEqual([undefined, undefined]);
  });

  it('without a client → says what is missing', () => {
    expect(() => renderToString(page())).toThrow('needs a ParleyProvider');
  });
});
