import 'reflect-metadata';
import type { NumberedEvent } from '@parley/contracts';
import { startRedis, type RunningRedis } from '@parley/testing';
import { Redis } from 'ioredis';
import { RunLogReader } from './run-log-reader.js';
import { end, TestRun, token } from './test/test-run.js';

describe('RunLogReader', () => {
  let server: RunningRedis;
  let redis: Redis;
  let reader: RunLogReader;
  let run: TestRun;

  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    reader = new RunLogReader(redis);
  });
  beforeEach(async () => void (run = await TestRun.open(redis, { attempt: 3 })));
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('an open run → its head', async () => {
    await run.write([token('a'), token('b')]);
    expect(await reader.head(run.ref)).toEqual({ status: 'open', lastSeq: 3, attempt: 3 });
  });

  it('a closed run → its head', async () => {
    await run.write([end()]);
    expect(await reader.head(run.ref)).toEqual({ status: 'closed', lastSeq: 2, attempt: 3 });
  });

  it('no such run → no head, no events', async () => {
    await redis.del(Object.values(run.keys));
    expect(await reader.head(run.ref)).toBeUndefined();
    expect(await reader.read(run.ref, 0)).toEqual([]);
  });

  it('from every event of a log of batches → the later ones, also from the middle of a batch', async () => {
    await run.write([token('a'), token('b'), token('c')]);
    await run.write([token('d')]);
    await run.write([token('e'), end()]);
    for (let afterSeq = 0; afterSeq <= run.lastSeq + 1; afterSeq += 1)
      expect(await reader.read(run.ref, afterSeq)).toEqual(run.events.slice(afterSeq));
  });

  it('a long log → read in pieces, each going on where the last one ended', async () => {
    for (let count = 0; count < 50; count += 1) await run.write([token(`${count}`), token('.')]);
    const pieces: NumberedEvent[][] = [];
    for (let read = await reader.read(run.ref, 0); read.length > 0; read = await reader.read(run.ref, read.at(-1)?.seq ?? 0))
      pieces.push(read);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.flat()).toEqual(run.events);
  });
});
