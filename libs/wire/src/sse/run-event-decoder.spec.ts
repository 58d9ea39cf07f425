import fc from 'fast-check';
import { NASTY_TEXTS, RUN, end, numberedEvents, throughJson, token } from '../test/run-events.js';
import { bytesOf, cutAt, decodeAll, expectOfEverySplit } from '../test/splits.js';
import { RunEventDecoder, type RunStreamItem, isReplay, parseEventId } from './run-event-decoder.js';
import { KEEPALIVE_COMMENT, replayFrame, sseFrame, sseFrames } from './sse-frame.js';

describe('a native stream, cut anywhere', () => {
  it('replay, events and comments → the replay notice and the events with their run', () => {
    const replay = { run_id: RUN, from_seq: 1, to_seq: 2, finished: false };
    const text =
      replayFrame(replay) +
      KEEPALIVE_COMMENT +
      sseFrames([token(1), token(2, '🙂')], RUN) +
      KEEPALIVE_COMMENT +
      sseFrame(end(3), RUN);
    expectOfEverySplit<RunStreamItem>(bytesOf(text), () => new RunEventDecoder(), {
      items: [
        { event: 'replay', data: replay },
        { ...token(1), runId: RUN },
        { ...token(2, '🙂'), runId: RUN },
        { ...end(3), runId: RUN },
      ],
    });
    expect(decodeAll(new RunEventDecoder(), [bytesOf(text)]).items.map(isReplay)).toEqual([true, false, false, false]);
  });

  it('texts that look like frames, cards or ends of streams → one event each, byte for byte', () => {
    const events = NASTY_TEXTS.map((text, index) => token(index + 1, text));
    const { items } = decodeAll(new RunEventDecoder(), [bytesOf(sseFrames(events, RUN))]);
    expect(items).toEqual(events.map((event) => ({ ...event, runId: RUN })));
  });

  it('any events → exactly those', () => {
    fc.assert(
      fc.property(numberedEvents, fc.array(fc.nat({ max: 2000 })), (events, cuts) => {
        const decoded = decodeAll(new RunEventDecoder(), cutAt(bytesOf(sseFrames(events, RUN)), cuts));
        expect(decoded).toEqual({ items: throughJson(events).map((event) => ({ ...event, runId: RUN })) });
      }),
    );
  });

  it.each([
    ['payload that is no JSON', `id: ${RUN}:2\nevent: token\ndata: [DONE\n\n`, 'not_json'],
    ['payload that is no object', `id: ${RUN}:2\nevent: token\ndata: [1]\n\n`, 'not_an_event'],
    ['payload without a type', `id: ${RUN}:2\nevent: token\ndata: {"data":{}}\n\n`, 'not_an_event'],
    ['payload without data', `id: ${RUN}:2\nevent: token\ndata: {"type":"token"}\n\n`, 'not_an_event'],
    ['payload whose data is a list', `id: ${RUN}:2\nevent: token\ndata: {"type":"token","data":[]}\n\n`, 'not_an_event'],
    ['type that could end a line', `id: ${RUN}:2\nevent: token\ndata: {"type":"a\\nb","data":{}}\n\n`, 'not_an_event'],
    ['name and type that differ', `id: ${RUN}:2\nevent: card\ndata: {"type":"token","data":{}}\n\n`, 'type_mismatch'],
    ['no name', `id: ${RUN}:2\ndata: {"type":"token","data":{}}\n\n`, 'type_mismatch'],
    ['no id', 'event: token\ndata: {"type":"token","data":{}}\n\n', 'bad_id'],
    ['id without a number', `id: ${RUN}\nevent: token\ndata: {"type":"token","data":{}}\n\n`, 'bad_id'],
    ['end inside a frame', `id: ${RUN}:2\nevent: to`, 'truncated'],
  ] as const)('a frame with %s → the events before it, then its reason', (_, frame, reason) => {
    expectOfEverySplit(bytesOf(sseFrame(token(1), RUN) + frame), () => new RunEventDecoder(), {
      items: [{ ...token(1), runId: RUN }],
      reason,
    });
  });

  it('a name this version does not know → passed on, its number counts', () => {
    const frame = `id: ${RUN}:2\nevent: later\ndata: {"type":"later","data":{"x":1}}\n\n`;
    expect(decodeAll(new RunEventDecoder(), [bytesOf(frame)]).items).toEqual([
      { event: 'later', data: { x: 1 }, seq: 2, runId: RUN },
    ]);
  });

  it('a frame beyond maxBytes → too_large', () => {
    const decoded = decodeAll(new RunEventDecoder({ maxBytes: 100 }), [bytesOf(sseFrame(token(1), RUN))]);
    expect(decoded).toEqual({ items: [], reason: 'too_large' });
  });
});

describe('an event id', () => {
  it('<run_id>:<seq> → its parts', () => {
    expect(parseEventId(`${RUN}:17`)).toEqual({ runId: RUN, seq: 17 });
  });

  it.each([
    '',
    ':1',
    `${RUN}:`,
    `${RUN}:0`,
    `${RUN}:01`,
    `${RUN}:-1`,
    `${RUN}:1.5`,
    `${RUN}:1 `,
    `${RUN}:9007199254740993`,
    `a b:1`,
    `a\n:1`,
    `a:b:1`,
  ])('%j → bad_id', (id) => {
    expect(() => parseEventId(id)).toThrow('bad_id');
  });
});
