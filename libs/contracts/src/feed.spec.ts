import { feedChannel, feedEchoChannel } from './channels.js';
import { feedMessageOf } from './feed.js';

const MESSAGE = { type: 'session', thread_id: 'default:-:s1', user_id: 'ann' };

describe('what comes on a feed channel', () => {
  it('a message → it is read', () => {
    expect(feedMessageOf(JSON.stringify(MESSAGE))).toEqual(MESSAGE);
  });

  it.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['of another type', JSON.stringify({ ...MESSAGE, type: 'later' })],
    ['without a user', JSON.stringify({ ...MESSAGE, user_id: undefined })],
    ['a thread that can be none', JSON.stringify({ ...MESSAGE, thread_id: 'a:{b}:c' })],
    ['a thread that is a number', JSON.stringify({ ...MESSAGE, thread_id: 1 })],
  ])('%s → none', (_what, text) => {
    expect(feedMessageOf(text)).toBeUndefined();
  });
});

it('names of tenants, owners and listeners that hold anything → no two channels meet', () => {
  const parts = ['a', 'b', 'a:b', 'a%3Ab', '', ':', '-'];
  const channels = [
    ...parts.flatMap((tenant) => parts.map((owner) => feedChannel(tenant, owner))),
    ...parts.map(feedEchoChannel),
  ];
  expect(new Set(channels).size).toBe(channels.length);
});
