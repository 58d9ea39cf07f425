import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { INTERNAL_TOKEN_HEADER, ParleyError } from '@parley/contracts';
import type { FastifyRequest } from 'fastify';
import { CommonConfig, internalTokenProblems } from '../config/common-config.js';
import { ConfigError } from '../config/config-error.js';
import { sameSecret } from './same-secret.js';

/** For the internal API: 401 unless the call carries `INTERNAL_TOKEN`. Without a token only a loopback app starts at all. */
@Injectable()
export class InternalTokenGuard implements CanActivate {
  constructor(private readonly config: CommonConfig) {
    const problems = internalTokenProblems(config);
    if (problems.length > 0) throw new ConfigError(problems);
  }

  canActivate(context: ExecutionContext): boolean {
    const expected = this.config.INTERNAL_TOKEN;
    if (expected === undefined) return true;
    const given = context.switchToHttp().getRequest<FastifyRequest>().headers[INTERNAL_TOKEN_HEADER];
    if (typeof given !== 'string' || !sameSecret(given, expected))
      throw new ParleyError('unauthorized', { detail: `The header ${INTERNAL_TOKEN_HEADER} is missing or wrong.` });
    return true;
  }
}
