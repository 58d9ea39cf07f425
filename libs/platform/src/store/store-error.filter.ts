import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { ParleyError, type WireError, wireErrorOf } from '@parley/contracts';
import { type Observable, throwError } from 'rxjs';
import type { AppLogger } from '../logging/app-logger.js';
import { isRedisOutage } from '../redis/is-redis-outage.js';

/**
 * What a handler of the store throws goes back as `WireError`. An outage of Redis is `store_unavailable`; anything else but
 * a `ParleyError` is logged here and is `internal` there.
 */
@Catch()
export class StoreErrorFilter implements RpcExceptionFilter {
  constructor(private readonly logger: AppLogger) {}

  catch(thrown: unknown): Observable<never> {
    return throwError(() => this.wireErrorFor(thrown));
  }

  private wireErrorFor(thrown: unknown): WireError {
    if (thrown instanceof ParleyError) return wireErrorOf(thrown);
    if (isRedisOutage(thrown)) return wireErrorOf(new ParleyError('store_unavailable'));
    this.logger.error({ err: thrown }, 'a store call failed');
    return wireErrorOf(new ParleyError('internal'));
  }
}
