import 'reflect-metadata';
import {
  deltaChannelHistoryTests,
  validate,
  type CheckpointSaverTestInitializer,
} from '@langchain/langgraph-checkpoint-validation';
import { startRedis, type RunningRedis } from '@parley/testing';
import { Redis } from 'ioredis';
import { RedisCheckpointer } from './redis-checkpointer.js';

let server: RunningRedis;
let client: Redis;

// The kit is written for vitest; a soft expectation fails its test here at once.
Object.assign(expect, { soft: expect });

const initializer: CheckpointSaverTestInitializer<RedisCheckpointer> = {
  checkpointerName: 'RedisCheckpointer',
  createCheckpointer: () => new RedisCheckpointer(client, { keep: Infinity, fenced: false }),
  destroyCheckpointer: async () => void (await client.flushdb()),
};

beforeAll(async () => {
  server = await startRedis();
  client = new Redis(server.url);
});
afterAll(async () => {
  await client.quit();
  await server.stop();
});
validate(initializer);
deltaChannelHistoryTests(initializer);
