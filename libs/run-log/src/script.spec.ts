import { startRedis, type RunningRedis } from '@parley/testing';
import { Redis } from 'ioredis';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadFragment, Script } from './script.js';

describe('Script', () => {
  let server: RunningRedis;
  beforeAll(async () => void (server = await startRedis()));
  afterAll(() => server.stop());

  const echo = (): Script => new Script('echo', 1, `return { KEYS[1], ARGV[1], '${Math.random()}' }`);

  describe.each([{ enableAutoPipelining: false }, { enableAutoPipelining: true }])('with %o', (options) => {
    let redis: Redis;
    beforeEach(() => void (redis = new Redis(server.url, options)));
    afterEach(() => redis.disconnect());

    it('Redis has never seen it → it runs', async () => {
      expect(await echo().run(redis, ['k'], ['a'])).toEqual(['k', 'a', expect.any(String)]);
    });

    it('it ran before → it is sent by its hash alone', async () => {
      const script = echo();
      await script.run(redis, ['k'], ['a']);
      await redis.config('RESETSTAT');
      await script.run(redis, ['k'], ['b']);
      const stats = await redis.info('commandstats');
      expect(stats).toMatch(/cmdstat_evalsha:calls=1,/);
      expect(stats).not.toMatch(/cmdstat_eval:/);
    });

    it('Redis has forgotten it → it runs again', async () => {
      const script = echo();
      await script.run(redis, ['k'], ['a']);
      await redis.script('FLUSH');
      expect(await script.run(redis, ['k'], ['b'])).toEqual(['k', 'b', expect.any(String)]);
    });

    it('its first call shares a tick with other commands → each gets its own answer', async () => {
      const script = echo();
      const answers = await Promise.all([
        redis.echo('before'),
        script.run(redis, ['k'], ['first']),
        redis.echo('between'),
        script.run(redis, ['k'], ['second']),
        redis.echo('after'),
      ]);
      expect(answers).toEqual([
        'before',
        ['k', 'first', expect.any(String)],
        'between',
        ['k', 'second', expect.any(String)],
        'after',
      ]);
    });

    it('bytes that are no text → come through as they are', async () => {
      const length = new Script('length', 0, 'return { #ARGV[1], ARGV[1] == string.char(255, 0, 254) }');
      expect(await length.run(redis, [], [Buffer.from([255, 0, 254])])).toEqual([3, 1]);
    });

    it('it fails in Redis → its error, and it is not run a second time', async () => {
      const failing = new Script('failing', 1, `redis.call('INCR', KEYS[1]) return redis.error_reply('ERR on purpose')`);
      await redis.del('count');
      for (const count of ['1', '2']) {
        await expect(failing.run(redis, ['count'], [])).rejects.toThrow('ERR on purpose');
        expect(await redis.get('count')).toBe(count);
      }
    });

    it('the wrong number of keys → a TypeError', async () => {
      await expect(echo().run(redis, [], ['a'])).rejects.toThrow(TypeError);
    });
  });

  describe('loading a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'script-'));
    afterAll(() => rmSync(folder, { recursive: true }));

    const file = (name: string, lua: string): URL => {
      writeFileSync(join(folder, name), lua);
      return pathToFileURL(join(folder, name));
    };

    it('it includes fragments, and these others → one script', async () => {
      const fragments = { outer: '-- @include inner\nlocal b = a + 1', inner: loadFragment(file('inner.lua', 'local a = 1')) };
      const script = Script.load(file('sum.lua', '-- @include outer\nreturn a + b'), 0, fragments);
      const redis = new Redis(server.url);
      expect(await script.run(redis, [], [])).toBe(3);
      redis.disconnect();
    });

    it('it includes what is not there → a TypeError that names it', () => {
      expect(() => Script.load(file('lost.lua', '-- @include nowhere\n'), 0)).toThrow(new TypeError('no fragment nowhere'));
    });
  });
});
