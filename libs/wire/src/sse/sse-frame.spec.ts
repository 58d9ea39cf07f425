import type { NumberedEvent } from '@parley/contracts';
import { NASTY_TEXTS, RUN, end, token } from '../test/run-events.js';
import { KEEPALIVE_COMMENT, jsonFrame, replayFrame, sseFrame, sseFrames, textFrame } from './sse-frame.js';

const card = { event: 'card', data: { type: 'interrupt', card_id: 'c', items: [] }, seq: 12 } as unknown as NumberedEvent;

describe('SSE frames, byte for byte', () => {
  it.each([
    [
      'a token → id, name, envelope, empty line',
      sseFrame(token(3, '字🙂'), RUN),
      `id: ${RUN}:3\nevent: token\ndata: {"type":"token","data":{"text":"字🙂","node":"answer","message_id":"m"}}\n\n`,
    ],
    [
      'a card → the discriminator outside and inside',
      sseFrame(card, RUN),
      `id: ${RUN}:12\nevent: card\ndata: {"type":"card","data":{"type":"interrupt","card_id":"c","items":[]}}\n\n`,
    ],
    ['a batch → its frames in one text', sseFrames([token(1), end(2)], RUN), sseFrame(token(1), RUN) + sseFrame(end(2), RUN)],
    ['an empty batch → nothing', sseFrames([], RUN), ''],
    [
      'a replay → no id, it is no event of the run',
      replayFrame({ run_id: RUN, from_seq: 4, to_seq: 9, finished: true }),
      `event: replay\ndata: {"type":"replay","data":{"run_id":"${RUN}","from_seq":4,"to_seq":9,"finished":true}}\n\n`,
    ],
    ['silence → a comment', KEEPALIVE_COMMENT, ': keepalive\n\n'],
    ['a payload with a name', jsonFrame('session', { a: '\n' }), 'event: session\ndata: {"a":"\\n"}\n\n'],
    ['a payload without a name', jsonFrame(undefined, []), 'data: []\n\n'],
    ['plain text → its line ends become data lines', textFrame('a\nb\r\nc\rd'), 'data: a\ndata: b\ndata: c\ndata: d\n\n'],
    ['an empty text → one empty data line', textFrame(''), 'data: \n\n'],
    ['a text that begins with a space → keeps it', textFrame(' b'), 'data:  b\n\n'],
  ])('%s', (_, bytes, expected) => {
    expect(bytes).toBe(expected);
  });

  it.each(NASTY_TEXTS)('a text that looks like a frame (%j) → stays inside one data line', (text) => {
    const lines = sseFrame(token(1, text), RUN).split(/\r\n|\r|\n/);
    expect(lines.map((line) => line.split(':')[0])).toEqual(['id', 'event', 'data', '', '']);
  });
});
