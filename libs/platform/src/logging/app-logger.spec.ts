import { captureLog } from '../test/log-lines.js';
import { addLogContext, withLogContext } from './log-context.js';
import { NestLogger } from './nest-logger.js';

const log = captureLog('debug');
beforeEach(() => void (log.lines.length = 0));
const last = () => log.lines.at(-1);

test('a line → JSON with level, time, service and message', () => {
  log.logger.info({ extra: 1 }, 'hello');
  expect(last()).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    service: 'spec',
    pid: process.pid,
    extra: 1,
    msg: 'hello',
  });
});

test('inside a context → its fields on every line, those of nested contexts added, none outside', async () => {
  await withLogContext({ trace_id: 't' }, async () => {
    await Promise.resolve();
    addLogContext({ session_id: 's' });
    withLogContext({ run_id: 'r' }, () => log.logger.info('inner'));
    expect(last()).toMatchObject({ trace_id: 't', session_id: 's', run_id: 'r' });
    log.logger.info('outer');
    expect(last()).not.toHaveProperty('run_id');
  });
  addLogContext({ run_id: 'nobody' });
  log.logger.info('outside');
  expect(last()).not.toHaveProperty('trace_id');
  expect(last()).not.toHaveProperty('run_id');
});

test.each<[string, Record<string, unknown>]>([
  ['a header of a request', { headers: { authorization: 'Bearer geheim' } }],
  ['a header of ours', { request: { headers: { 'x-internal-token': 'geheim' } } }],
  ['a token', { token: 'geheim' }],
  ['a configuration', { config: { INTERNAL_TOKEN: 'geheim', MODEL_API_KEY: 'geheim' } }],
  ['the password of a URL in an error', { err: new Error('no redis://me:geheim@host') }],
  ['a bearer token in an error', { err: new Error('401 for Bearer geheim.a.b') }],
  ['the password of a URL in a cause', { err: new Error('failed', { cause: new Error('redis://:geheim@host') }) }],
  ['a text that was thrown', { err: 'redis://:geheim@host' }],
])('%s → not in the log', (_what, fields) => {
  log.logger.error(fields, 'x');
  expect(JSON.stringify(last())).not.toContain('geheim');
  expect(last()?.msg).toBe('x');
});

test('an error that extends another with data → type, message, code and stack, not its data', () => {
  const error = Object.assign(new TypeError('bad'), { code: 'E_BAD', response: { body: 'a whole document' } });
  log.logger.error({ err: error }, 'x');
  expect(last()?.err).toEqual({
    type: 'TypeError',
    message: 'bad',
    code: 'E_BAD',
    stack: expect.stringContaining('bad') as string,
  });
});

describe("Nest's logger", () => {
  const nest = new NestLogger(log.logger);

  test.each<[string, unknown[], Record<string, unknown>]>([
    ['a text with its context', ['hello', 'Chat'], { msg: 'hello', context: 'Chat' }],
    ['an object with its context', [{ msg: 'hello', run: 1 }, 'Chat'], { msg: 'hello', run: 1, context: 'Chat' }],
    ['a text alone', ['hello'], { msg: 'hello' }],
    ['text, fields and context', ['hello', { run: 1 }, 'Chat'], { msg: 'hello', run: 1, context: 'Chat' }],
  ])('%s → one line', (_what, [message, ...rest], expected) => {
    nest.log(message, ...rest);
    expect(last()).toMatchObject({ level: 'info', ...expected });
  });

  test('an error, as object or as stack → one line that keeps the stack', () => {
    const error = new Error('bad');
    nest.error('it failed', error, 'Chat');
    expect(last()).toMatchObject({ level: 'error', msg: 'it failed', context: 'Chat', err: { message: 'bad' } });
    nest.error(error.message, error.stack, 'Chat');
    expect(last()).toMatchObject({ level: 'error', msg: 'bad', context: 'Chat', stack: error.stack });
    nest.error(error);
    expect(last()).toMatchObject({ level: 'error', err: { message: 'bad' } });
  });

  test("Nest's own talk at its start → at debug only", () => {
    nest.log('mapped', 'RouterExplorer');
    expect(last()?.level).toBe('debug');
  });
});
