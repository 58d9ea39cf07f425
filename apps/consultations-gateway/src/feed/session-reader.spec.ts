import { SessionReader } from './session-reader.js';
import { FakeSessions, settled } from './test/fake-sessions.js';

/** A reader, and what it read, as `id=turn` or `id=gone`. */
function setUp(retryMs = 1) {
  const sessions = new FakeSessions();
  const read: string[] = [];
  const failures: string[] = [];
  let onRead = (): void => undefined;
  const reader = new SessionReader({
    read: sessions.read,
    onRead: (id, found) => {
      read.push(`${id}=${found?.session.turn ?? 'gone'}`);
      onRead();
    },
    onFailure: (id) => failures.push(id),
    retryMs,
  });
  const nextRead = (): Promise<void> => new Promise((resolve) => (onRead = resolve));
  return { sessions, reader, read, failures, nextRead };
}

describe('a session that has changed', () => {
  it('is there → read; is gone → read as gone', async () => {
    const { sessions, reader, read } = setUp();
    sessions.set('s1', 3);
    reader.ask('s1');
    reader.ask('s2');
    await settled();
    expect(read).toEqual(['s1=3', 's2=gone']);
  });

  it('changes ten times while it is read → read once more, and that is the latest', async () => {
    const { sessions, reader, read } = setUp();
    sessions.set('s1', 1);
    sessions.hold();
    reader.ask('s1');
    for (let turn = 2; turn <= 11; turn += 1) {
      sessions.set('s1', turn);
      reader.ask('s1');
    }
    await settled();
    expect(sessions.reads).toEqual(['s1']);
    await sessions.release('read s1');
    await sessions.release('read s1');
    expect([sessions.reads, read]).toEqual([
      ['s1', 's1'],
      ['s1=1', 's1=11'],
    ]);
  });

  it('is asked for ten times at once → begun at once, and read once more', async () => {
    const { sessions, reader } = setUp();
    for (let n = 0; n < 10; n += 1) reader.ask('s1');
    await settled();
    expect(sessions.reads).toEqual(['s1', 's1']);
  });

  it('one of a hundred that change at once → 16 are read at once, each is read once', async () => {
    const { sessions, reader, read } = setUp();
    sessions.hold();
    for (let n = 0; n < 100; n += 1) reader.ask(`s${n}`);
    await settled();
    expect(sessions.reads).toHaveLength(16);
    sessions.releaseAll();
    await reader.untilRead();
    expect(read).toHaveLength(100);
    expect(new Set(sessions.reads).size).toBe(100);
  });
});

describe('the store is away', () => {
  it('→ told, and tried again until it answers', async () => {
    const { sessions, reader, read, failures, nextRead } = setUp();
    sessions.set('s1', 1);
    sessions.failure = new Error('away');
    reader.ask('s1');
    await settled();
    expect([read, failures]).toEqual([[], ['s1']]);
    expect([...reader.underWay()]).toEqual(['s1']);
    const isRead = nextRead();
    sessions.failure = undefined;
    await isRead;
    expect(read).toEqual(['s1=1']);
    await settled();
    expect(reader.underWay().size).toBe(0);
  });

  it('it changes meanwhile → tried at once; then it is not read a second time', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { sessions, reader } = setUp(500);
    sessions.failure = new Error('away');
    reader.ask('s1');
    await settled();
    sessions.failure = undefined;
    reader.ask('s1');
    await settled();
    jest.advanceTimersByTime(10_000);
    await settled();
    expect(sessions.reads).toEqual(['s1', 's1']);
    jest.useRealTimers();
  });
});

it('stopped → nothing is read any more, nothing that was being read counts, and nobody waits', async () => {
  const { sessions, reader, read } = setUp();
  sessions.hold();
  reader.ask('s1');
  reader.ask('s1');
  const waited = reader.untilRead();
  reader.stop();
  await waited;
  sessions.releaseAll();
  reader.ask('s2');
  await settled();
  expect([sessions.reads, read]).toEqual([['s1'], []]);
});
