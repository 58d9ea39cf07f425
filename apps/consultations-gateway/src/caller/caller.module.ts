import { Module } from '@nestjs/common';
import { CALLER_RESOLVER } from './caller.js';
import { TrustingCallerResolver } from './trusting-caller-resolver.js';

/** Who asks. The configuration lets no other mode than `AUTH_MODE=none` start yet. */
@Module({
  providers: [{ provide: CALLER_RESOLVER, useClass: TrustingCallerResolver }],
  exports: [CALLER_RESOLVER],
})
export class CallerModule {}
