import { describeRedis, parseRedisUrl } from './redis-url.js';

describe('parseRedisUrl', () => {
  test.each([
    ['redis://localhost', { kind: 'single', tls: false, host: 'localhost', port: 6379, db: 0 }],
    ['redis://10.0.0.1:7000/3', { kind: 'single', tls: false, host: '10.0.0.1', port: 7000, db: 3 }],
    ['rediss://h:1/', { kind: 'single', tls: true, host: 'h', port: 1, db: 0 }],
    ['redis://[::1]:6380', { kind: 'single', tls: false, host: '::1', port: 6380, db: 0 }],
    ['redis://:p%40ss@h', { kind: 'single', tls: false, host: 'h', port: 6379, db: 0, password: 'p@ss' }],
    ['redis://me:a:b@h', { kind: 'single', tls: false, host: 'h', port: 6379, db: 0, username: 'me', password: 'a:b' }],
    [
      'redis+sentinel://:pw@s1:26379,s2/mymaster/2',
      {
        kind: 'sentinel',
        tls: false,
        name: 'mymaster',
        db: 2,
        password: 'pw',
        sentinels: [
          { host: 's1', port: 26379 },
          { host: 's2', port: 26379 },
        ],
      },
    ],
    [
      'redis+cluster://a:1,b:2',
      {
        kind: 'cluster',
        tls: false,
        nodes: [
          { host: 'a', port: 1 },
          { host: 'b', port: 2 },
        ],
      },
    ],
    ['rediss+cluster://a:1', { kind: 'cluster', tls: true, nodes: [{ host: 'a', port: 1 }] }],
  ])('%s → understood', (url, expected) => {
    expect(parseRedisUrl(url)).toEqual(expected);
  });

  test.each([
    '',
    'localhost:6379',
    'http://localhost',
    'redis://',
    'redis://h:0',
    'redis://h:70000',
    'redis://h/x',
    'redis://h/0/1',
    'redis://a:1,b:2',
    'redis://h?db=1',
    'redis://:%zz@h',
    'redis+sentinel://s:1',
    'redis+sentinel://s:1/name/0/more',
    'redis+cluster://a:1/0',
  ])('"%s" → refused', (url) => {
    expect(parseRedisUrl(url)).toBeUndefined();
  });

  test('an address with a password → described without it', () => {
    const address = parseRedisUrl('redis+sentinel://me:geheim@s:1/name');
    expect(address && describeRedis(address)).toBe('name at sentinels s:1');
  });
});
