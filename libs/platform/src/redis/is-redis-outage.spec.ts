import { startRedis } from '@parley/testing';
import { pino } from 'pino';
import { createRedis } from './create-redis.js';
import { isRedisOutage } from './is-redis-outage.js';

const logger = pino({ level: 'silent' });
const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing',
    (error: unknown) => error,
  );

describe('errors of Redis', () => {
  it('Redis went away → an outage; a wrong command → none', async () => {
    const server = await startRedis();
    const redis = createRedis(server.url, { role: 'commands', logger });
    const wrong = await thrownBy(redis.call('NO-SUCH-COMMAND'));
    await server.stop();
    const away = await thrownBy(redis.get('key'));
    redis.disconnect();
    const closed = await thrownBy(redis.get('key'));
    expect([wrong, away, closed].map(isRedisOutage)).toEqual([false, true, true]);
  });

  it.each([
    ['LOADING Redis is loading the dataset in memory', true],
    ["READONLY You can't write against a read only replica.", true],
    ['OOM command not allowed', true],
    ['WRONGTYPE Operation against a key', false],
    ['ERR unknown command', false],
  ])('reply %s → %s', (message, expected) => {
    expect(isRedisOutage(Object.assign(new Error(message), { name: 'ReplyError' }))).toBe(expected);
  });

  it.each([undefined, 'Connection is closed.', new Error('no'), new TypeError('Cannot read')])('%s → none', (thrown) => {
    expect(isRedisOutage(thrown)).toBe(false);
  });
});
