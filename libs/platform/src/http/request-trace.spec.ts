import { Body, Controller, Post } from '@nestjs/common';
import { logContext } from '../logging/log-context.js';
import { ServedController } from '../test/http-calls.js';

@Controller()
class ContextController {
  @Post('context')
  context(@Body() _body: unknown): unknown {
    return logContext();
  }
}

const served = new ServedController(ContextController);
beforeAll(() => served.start());
afterAll(() => served.stop());

const NEW = /^[0-9a-f]{32}$/;
const PARENT = '4bf92f3577b34da6a3ce929d0e0e4736';

describe.each<[string, Record<string, string>, RegExp]>([
  ['x-trace-id', { 'x-trace-id': 'my-trace_1' }, /^my-trace_1$/],
  ['traceparent', { traceparent: `00-${PARENT}-00f067aa0ba902b7-01` }, new RegExp(`^${PARENT}$`)],
  ['both', { 'x-trace-id': 'mine', traceparent: `00-${PARENT}-00f067aa0ba902b7-01` }, /^mine$/],
  ['a traceparent of zeros', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }, NEW],
  ['an x-trace-id of other characters', { 'x-trace-id': 'a b"c' }, NEW],
  ['an x-trace-id of 129 characters', { 'x-trace-id': 'a'.repeat(129) }, NEW],
  ['nothing', {}, NEW],
])('a request with %s', (_what, headers, expected) => {
  test('its trace id → in the context of its handler and in the answer', async () => {
    const answer = await served.post('/context', '{"a":1}', headers);
    expect(answer.body.trace_id).toMatch(expected);
    expect(answer.headers.get('x-trace-id')).toBe(answer.body.trace_id);
  });

  test('its trace id → in the problem and the log when it is refused', async () => {
    const answer = await served.post('/context', '{', headers);
    expect(answer.body.trace_id).toMatch(expected);
    expect(answer.headers.get('x-trace-id')).toBe(answer.body.trace_id);
    const line = served.log.lines.findLast(({ msg }) => msg === 'a request was refused');
    expect(line?.trace_id).toBe(answer.body.trace_id);
  });
});

test('requests at the same time → each in a context of its own', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `trace-${index}`);
  const answers = await Promise.all(ids.map((id) => served.post('/context', '{"a":1}', { 'x-trace-id': id })));
  expect(answers.map(({ body }) => body.trace_id)).toEqual(ids);
});
