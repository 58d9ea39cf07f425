import type { NumberedEvent, RunId } from '@parley/contracts';
import { KEEPALIVE_COMMENT, replayFrame, sseFrame } from '@parley/wire';
import { type Frame, FrameReader } from './frame-reader.js';

const RUN = 'chat-01890a5d-ac96-774b-bcce-b302099a8057' as RunId;
const token: NumberedEvent = { event: 'token', data: { text: '身份证号🙂\n\n', node: 'answer', message_id: 'm' }, seq: 2 };
const replay = { run_id: RUN, from_seq: 2, to_seq: 3, finished: false };
const BYTES = Buffer.from(
  `${replayFrame(replay)}${KEEPALIVE_COMMENT}${sseFrame(token, RUN)}${sseFrame({ ...token, seq: 3 }, RUN)}`,
);

function framesOf(chunks: Buffer[]): Frame[] {
  const frames: Frame[] = [];
  const reader = new FrameReader();
  for (const chunk of chunks) reader.push(chunk, RUN, (frame) => frames.push(frame));
  reader.end();
  return frames;
}

test('cut anywhere, also in a character or between the two line ends → the same frames', () => {
  const whole = framesOf([BYTES]);
  expect(whole.map(({ kind }) => kind)).toEqual(['replay', 'comment', 'event', 'event']);
  for (let cut = 1; cut < BYTES.length; cut += 1) expect(framesOf([BYTES.subarray(0, cut), BYTES.subarray(cut)])).toEqual(whole);
  expect(framesOf(Array.from(BYTES, (byte) => Buffer.from([byte])))).toEqual(whole);
});

test.each([
  ['another comment', ': ping\n\n'],
  ['a frame of another run', sseFrame(token, RUN.replace('chat', 'xpert-chat'))],
  ['a space more', sseFrame(token, RUN).replace('event: ', 'event:  ')],
  ['a field more', `retry: 1\n${sseFrame(token, RUN)}`],
  ['CRLF', sseFrame(token, RUN).replaceAll('\n', '\r\n')],
  ['two discriminators that differ', sseFrame(token, RUN).replace('event: token', 'event: thinking')],
  ['no id', sseFrame(token, RUN).replace(/^id: .*\n/, '')],
  ['half a frame', sseFrame(token, RUN).slice(0, -1)],
  ['an empty frame', '\n\n'],
])('%s → throws', (_what, text) => {
  expect(() => framesOf([Buffer.from(text)])).toThrow();
});

test('bytes that are no UTF-8 → throws', () => {
  expect(() => framesOf([Buffer.from([0x3a, 0xff, 0x0a, 0x0a])])).toThrow();
});
