import { Controller, Get, UseGuards } from '@nestjs/common';
import { CommonConfig } from '../config/common-config.js';
import { ConfigError } from '../config/config-error.js';
import { INTERNAL_TOKEN, ServedController } from '../test/http-calls.js';
import { InternalTokenGuard } from './internal-token.guard.js';

@Controller()
@UseGuards(InternalTokenGuard)
class InternalController {
  @Get('internal')
  internal(): string {
    return 'in';
  }
}

const served = new ServedController(InternalController);
beforeAll(() => served.start());
afterAll(() => served.stop());

test.each<[string, string | undefined, number]>([
  ['no token', undefined, 401],
  ['a wrong token of the same length', INTERNAL_TOKEN.replace('right', 'wrong'), 401],
  ['a prefix of the token', INTERNAL_TOKEN.slice(0, 8), 401],
  ['an empty token', '', 401],
  ['the token', INTERNAL_TOKEN, 200],
])('a call with %s → %i', async (_what, token, status) => {
  const answer = await served.call('/internal', { headers: token === undefined ? {} : { 'x-internal-token': token } });
  expect(answer.status).toBe(status);
  if (status === 401) expect(answer.body.code).toBe('unauthorized');
});

test('no token is set and the app may be reached from elsewhere → it does not start', () => {
  const config = Object.assign(new CommonConfig(), { HOST: '0.0.0.0' });
  expect(() => new InternalTokenGuard(config)).toThrow(ConfigError);
});
