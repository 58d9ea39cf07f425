import { Controller, Get, HttpException, Param, Req, Res } from '@nestjs/common';
import { ParleyError } from '@parley/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServedController } from '../test/http-calls.js';

const SECRET = 'pg://user:pw@db secret';
const thrown: Record<string, unknown> = {
  error: new Error(SECRET),
  text: SECRET,
  nothing: undefined,
  upstream: Object.assign(new Error(SECRET), { statusCode: 404, status: 404 }),
  http500: new HttpException(SECRET, 500),
  teapot: new HttpException('short and stout', 418),
  forbidden: new HttpException('not for you', 403),
  store: new ParleyError('store_unavailable', {}, { cause: new Error(SECRET) }),
  rate: new ParleyError('rate_limited', { retry_after: 1.2 }),
};

@Controller()
class ThrowingController {
  @Get('throw/:what')
  throwIt(@Param('what') what: string): never {
    throw thrown[what];
  }

  @Get('half')
  half(@Req() request: FastifyRequest, @Res() reply: FastifyReply): never {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/plain' });
    reply.raw.write('half an answer');
    throw new Error(`after ${request.id}`);
  }
}

const served = new ServedController(ThrowingController);
const { lines, text } = served.log;
beforeAll(() => served.start());
afterAll(() => served.stop());
beforeEach(() => void (lines.length = 0));

const lineAt = (level: string) => lines.find((line) => line.level === level);
const withText = (part: string): string => expect.stringContaining(part) as string;

test.each(['error', 'text', 'nothing', 'upstream', 'http500'])(
  'thrown %s → neutral on the wire, told in the log',
  async (what) => {
    const answer = await served.call(`/throw/${what}`);
    expect([answer.status, answer.body.code]).toEqual([500, 'internal']);
    expect(answer.text).not.toMatch(/pg:|secret|stack/);
    expect(lineAt('error')?.trace_id).toBe(answer.body.trace_id);
    if (what !== 'nothing') expect(JSON.stringify(lineAt('error'))).toContain('@db secret');
    expect(JSON.stringify(lineAt('error'))).not.toContain('user:pw');
  },
);

test('a refusal of the framework that the table has → its code and the text that was given', async () => {
  const { status, body } = await served.call('/throw/forbidden');
  expect([status, body.code, body.detail]).toEqual([403, 'forbidden', 'not for you']);
});

test('a refusal with a time → Retry-After in whole seconds', async () => {
  const answer = await served.call('/throw/rate');
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(answer.body).toMatchObject({ code: 'rate_limited', retry_after: 1.2 });
});

test('what is not reachable → 503, a warning with the cause in the log', async () => {
  const answer = await served.call('/throw/store');
  expect([answer.status, answer.body.code]).toEqual([503, 'store_unavailable']);
  expect(answer.text).not.toContain('secret');
  expect(lineAt('warn')?.err).toMatchObject({ message: withText('@db secret') });
});

test.each([
  ['an unknown route', '/nowhere', 404, 'Not Found'],
  ['a status that the table has no row for', '/throw/teapot', 418, "I'm a Teapot"],
])('%s → a plain problem', async (_what, path, status, title) => {
  const answer = await served.call(path);
  expect(answer.type).toBe('application/problem+json; charset=utf-8');
  expect(answer.body).toEqual({ type: 'about:blank', title, status, detail: withText(''), trace_id: withText('') });
});

test('a path that cannot be decoded → 400 as a problem', async () => {
  const { status, body } = await served.call('/throw/%zz');
  expect([status, body.code]).toEqual([400, 'validation_failed']);
});

test('an error after the first byte → the connection ends, the error is in the log', async () => {
  await expect(served.call('/half')).rejects.toThrow();
  expect(lineAt('error')?.err).toMatchObject({ message: withText('after ') });
});

test('the access log → method, path and status, never the query', async () => {
  await served.call('/throw/forbidden?access_token=geheim');
  const line = await served.log.until(({ msg }) => msg === 'request');
  expect(line).toMatchObject({ level: 'debug', method: 'GET', path: '/throw/forbidden', status: 403 });
  expect(text()).not.toContain('geheim');
});
