import type { NumberedEvent, RunEvent, RunId } from '@parley/contracts';
import fc from 'fast-check';

export const RUN = 'chat-01890a5d-ac96-774b-bcce-b302099a8057' as RunId;

export const token = (seq: number, text = `t${seq}`): NumberedEvent => ({
  event: 'token',
  data: { text, node: 'answer', message_id: 'm' },
  seq,
});

export const end = (seq: number): NumberedEvent => ({ event: 'end', data: { status: 'completed', output: '' }, seq });

/** Text that has broken parsers: line ends, field names, terminators of other languages, cut characters, half surrogates. */
export const NASTY_TEXTS = [
  'x\r\nevent: card\rdata: {"fake":1}\n\n',
  ': comment\n',
  'id: 9\n\n',
  'data: [DONE]\n\n',
  '[DONE]',
  '\u2028\u2029\u0085',
  '\u0000',
  '\uFEFF',
  ' ',
  '',
  '\n',
  '\r',
  '身份证号🙂👩‍👩‍👧é',
  '\\n"}',
  '\uD83D',
  '\uDE42',
  '{"event":"card","data":{"items":[1],"message":"m","review_type":"confirm"}}',
];

const text = fc.oneof(fc.constantFrom(...NASTY_TEXTS), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));

const runEvent: fc.Arbitrary<RunEvent> = fc.oneof(
  fc.record({ event: fc.constant('token' as const), data: fc.record({ text, node: text, message_id: text }) }),
  fc.record({
    event: fc.constant('tool_call' as const),
    data: fc.record({ call_id: text, name: text, arguments: fc.jsonValue(), node: text }),
  }),
  fc.record({
    event: fc.constant('rewind' as const),
    data: fc.record({ to_seq: fc.nat(), reason: fc.constant('worker_lost' as const) }),
  }),
);

/** A run's events, 1, 2, 3…; not necessarily a sensible run. */
export const numberedEvents: fc.Arbitrary<NumberedEvent[]> = fc
  .array(runEvent, { maxLength: 6 })
  .map((events) => events.map((event, index) => ({ ...event, seq: index + 1 })));

/** What JSON makes of it: what a reader can get at best. */
export const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
