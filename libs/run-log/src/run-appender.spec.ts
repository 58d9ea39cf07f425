import 'reflect-metadata';
import { envelopeLine, type RunEvent } from '@parley/contracts';
import { startRedis, type RunningRedis } from '@parley/testing';
import { Redis } from 'ioredis';
import { RunAppender, shownBy, type AppendBatch } from './run-appender.js';
import { end, TestRun, token } from './test/test-run.js';

const rewind: RunEvent = { event: 'rewind', data: { to_seq: 1, reason: 'worker_lost' } };

describe('RunAppender', () => {
  let server: RunningRedis;
  let redis: Redis;
  let subscriber: Redis;
  let run: TestRun;
  let messages: string[];
  let appender: RunAppender;

  beforeAll(async () => {
    server = await startRedis();
    [redis, subscriber] = [new Redis(server.url), new Redis(server.url)];
    subscriber.on('message', (_channel, lines) => messages.push(lines));
  });
  beforeEach(async () => {
    appender = new RunAppender(redis);
    run = await TestRun.open(redis, { epoch: 7, attempt: 2 });
    messages = [];
    await subscriber.subscribe(run.channel);
  });
  afterAll(async () => {
    for (const client of [redis, subscriber]) client.disconnect();
    await server.stop();
  });

  const append = (events: RunEvent[], batch: Partial<AppendBatch> = {}) =>
    appender.append(run.ref, { epoch: 7, attempt: 2, firstSeq: 2, events, ...batch });

  const shown = async (): Promise<string | null> => redis.get(run.keys.text);

  /** The messages so far; the subscriber has nothing more on its way. */
  async function heard(): Promise<string[]> {
    await subscriber.subscribe('fence');
    await subscriber.unsubscribe('fence');
    return messages;
  }

  /** Everything that Redis holds, and what it sent. */
  async function everything(): Promise<unknown> {
    const keys = (await redis.keys('*')).sort();
    const dumps = await Promise.all(keys.map((key) => redis.dumpBuffer(key)));
    return { keys, dumps, messages: [...(await heard())] };
  }

  it('a batch → numbered, in the log as one entry named after its last number, published as one message: the same bytes', async () => {
    const events: RunEvent[] = [
      token('身份证号🙂\r\n"'),
      { event: 'thinking', data: { text: '\u2028[DONE]', node: 'answer' } },
      token(''),
    ];
    expect(await append(events)).toEqual({ outcome: 'appended' });
    const id = run.ref.runId;
    const lines =
      `{"kind":"stream","sourceMessageId":"${id}","sequence":2,"event":{"event":"token","data":{"text":"身份证号🙂\\r\\n\\"","node":"answer","message_id":"message-1"}}}\n` +
      `{"kind":"stream","sourceMessageId":"${id}","sequence":3,"event":{"event":"thinking","data":{"text":"\u2028[DONE]","node":"answer"}}}\n` +
      `{"kind":"stream","sourceMessageId":"${id}","sequence":4,"event":{"event":"token","data":{"text":"","node":"answer","message_id":"message-1"}}}`;
    const entries = await redis.xrangeBuffer(run.keys.log, '2', '+');
    expect(entries.map(([entry, fields]) => [entry, ...fields].map(String))).toEqual([['4-0', 'lines', lines]]);
    expect(await heard()).toEqual([lines]);
    expect(await redis.hgetall(run.keys.run)).toEqual({ epoch: '7', attempt: '2', status: 'open', seq: '4' });
    expect(await shown()).toBe('身份证号🙂\r\n"');
  });

  it('batches one after the other → one log without a hole, and the text of their tokens', async () => {
    await append([token('a'), token('b')]);
    await append([token('c')], { firstSeq: 4 });
    expect(await append([rewind, token('d')], { firstSeq: 5, keepTextBytes: 1 })).toEqual({ outcome: 'appended' });
    expect(await redis.hget(run.keys.run, 'seq')).toBe('6');
    expect((await redis.xrange(run.keys.log, '-', '+')).map(([id]) => id)).toEqual(['1-0', '3-0', '4-0', '6-0']);
    expect(await shown()).toBe('ad');
  });

  it('an event with empty lists, long numbers and null → the bytes of JSON, which no Lua has touched', async () => {
    const event: RunEvent = {
      event: 'tool_result',
      data: {
        call_id: 'c1',
        name: 'search',
        result: { list: [], none: null, long: 9007199254740991, float: 1e21 },
        is_error: false,
      },
    };
    await append([event]);
    expect(await heard()).toEqual([envelopeLine(run.ref.runId, 2, event)]);
    expect(messages[0]).toContain('"result":{"list":[],"none":null,"long":9007199254740991,"float":1e+21}');
  });

  describe('refused, and not a byte is written or published', () => {
    const expectRefused = async (outcome: unknown, batch: Partial<AppendBatch> = {}): Promise<void> => {
      const before = await everything();
      expect(await append([token('late')], batch)).toEqual(outcome);
      expect(await everything()).toEqual(before);
    };

    it('the run is closed → closed', async () => {
      await run.write([end()]);
      await expectRefused({ outcome: 'closed' }, { firstSeq: 3 });
    });

    it('the run is closed and the batch is its last one again → closed', async () => {
      await append([token('late')]);
      await redis.hset(run.keys.run, 'status', 'closed');
      await expectRefused({ outcome: 'closed' });
    });

    it('there is no such run → closed', async () => {
      await redis.del(Object.values(run.keys));
      await expectRefused({ outcome: 'closed' });
    });

    it('only the head is gone → closed', async () => {
      await redis.del(run.keys.run);
      await expectRefused({ outcome: 'closed' });
    });

    for (const [name, batch] of [
      ['an older attempt', { attempt: 1 }],
      ['a newer attempt', { attempt: 3 }],
      ['no attempt', { attempt: 0 }],
      ['an older epoch', { epoch: 6 }],
      ['a newer epoch', { epoch: 8 }],
      ['an epoch that only begins like it', { epoch: 70 }],
    ] as const) {
      it(`${name} → closed`, () => expectRefused({ outcome: 'closed' }, batch));
    }

    it('another attempt has taken the run, and the batch is the last one again → closed', async () => {
      await append([token('late')]);
      await redis.hset(run.keys.run, 'attempt', 3);
      await expectRefused({ outcome: 'closed' });
    });

    for (const [name, firstSeq] of [
      ['a hole before the batch', 6],
      ['the batch starts in the log', 3],
      ['the batch starts at the very beginning', 1],
    ] as const) {
      it(`${name} → out of step, with the log's end`, async () => {
        await append([token('a'), token('b'), token('c')]);
        await expectRefused({ outcome: 'out_of_step', lastSeq: 4 }, { firstSeq });
      });
    }
  });

  it('the same batch again, its answer was lost → appended once, published once, its text once', async () => {
    const events = [token('a'), token('b')];
    await append(events);
    const once = await everything();
    expect(await append(events)).toEqual({ outcome: 'appended' });
    expect(await everything()).toEqual(once);
  });

  it('a rewind again, its answer was lost → the text is cut once', async () => {
    await append([token('keep'), token('lose')]);
    const batch = { firstSeq: 4, keepTextBytes: 4 };
    await append([rewind, token('new')], batch);
    expect(await append([rewind, token('new')], batch)).toEqual({ outcome: 'appended' });
    expect(await shown()).toBe('keepnew');
  });

  describe('the shown text', () => {
    it('a rewind into multi-byte text → exactly what was shown before it, and what comes after', async () => {
      await append([token('身份'), token('证号🙂')]);
      const keepTextBytes = Buffer.byteLength('身份');
      await append([token('more'), rewind, token('号码🙂'), token('!')], { firstSeq: 4, keepTextBytes });
      expect(await shown()).toBe('身份号码🙂!');
    });

    it('a rewind to the start → only what comes after it', async () => {
      await append([token('a')]);
      await append([rewind], { firstSeq: 3, keepTextBytes: 0 });
      expect(await shown()).toBe('');
      await append([token('b')], { firstSeq: 4 });
      expect(await shown()).toBe('b');
    });

    it('a rewind before anything was shown → what comes after it', async () => {
      await append([rewind, token('a')], { keepTextBytes: 0 });
      expect(await shown()).toBe('a');
    });

    it('two rewinds in one batch → what comes after the last', async () => {
      await append([token('keep')]);
      await append([rewind, token('a'), rewind, token('b')], { firstSeq: 3, keepTextBytes: 4 });
      expect(await shown()).toBe('keepb');
    });

    for (const keepTextBytes of [undefined, 0, 1]) {
      it(`it has a time to live, ${keepTextBytes === undefined ? 'a token' : `a rewind keeping ${keepTextBytes} bytes`} comes → it still has`, async () => {
        await append([token('ab')]);
        await redis.expire(run.keys.text, 1000);
        await append([...(keepTextBytes === undefined ? [] : [rewind]), token('c')], { firstSeq: 3, keepTextBytes });
        expect(await redis.ttl(run.keys.text)).toBeGreaterThan(900);
      });
    }

    it('nothing is shown → no key', async () => {
      await append([{ event: 'thinking', data: { text: 'hm', node: 'answer' } }]);
      expect(await redis.exists(run.keys.text)).toBe(0);
    });

    it.each([
      ['a rewind without the bytes it keeps', [rewind], undefined],
      ['bytes to keep without a rewind', [token('a')], 3],
    ])('%s → a TypeError, nothing is written', async (_name, events, keepTextBytes) => {
      const before = await everything();
      await expect(append(events, { keepTextBytes })).rejects.toThrow(TypeError);
      expect(await everything()).toEqual(before);
    });
  });

  it('two writers of the same attempt race for the same numbers → one has them, the other learns where the log ends', async () => {
    const other = new Redis(server.url);
    const outcomes = await Promise.all([
      append([token('a'), token('b')]),
      new RunAppender(other).append(run.ref, { epoch: 7, attempt: 2, firstSeq: 2, events: [token('x')] }),
    ]);
    other.disconnect();
    expect(outcomes.filter(({ outcome }) => outcome === 'appended')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'out_of_step')).toHaveLength(1);
    expect(await redis.xlen(run.keys.log)).toBe(2);
  });
});

describe('shownBy', () => {
  it.each<[string, RunEvent[], string]>([
    ['tokens', [token('a'), token('b')], 'ab'],
    ['no tokens', [end('not this')], ''],
    ['tokens around a rewind', [token('a'), rewind, token('b')], 'b'],
    ['a rewind last', [token('a'), rewind], ''],
  ])('%s → what stays on the screen', (_name, events, text) => expect(shownBy(events)).toBe(text));
});
