import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { isWireError, ParleyError, type StoreCalls, type StorePattern } from '@parley/contracts';
import { firstValueFrom, retry, throwError, timeout, TimeoutError, timer } from 'rxjs';
import { CommonConfig } from '../config/common-config.js';
import { parseTcpUrl } from '../config/is-tcp-url.js';
import { type AppLogger, LOGGER } from '../logging/app-logger.js';
import { isError } from '../logging/is-error.js';
import { currentTraceId } from '../logging/log-context.js';
import { OutageLog } from '../logging/outage-log.js';
import { StoreConnection } from './store-connection.js';
import { STORE_PING, type StoreMetadata } from './store-packet.js';

const TIMEOUT_MS = 1500;

/** Calls session-store over TCP. */
@Injectable()
export class StoreClient implements OnApplicationShutdown {
  private readonly connection: StoreConnection;
  private readonly outage: OutageLog;

  constructor(
    private readonly config: CommonConfig,
    @Inject(LOGGER) private readonly logger: AppLogger,
  ) {
    const address = parseTcpUrl(config.SESSION_STORE_URL);
    if (address === undefined) throw new TypeError('SESSION_STORE_URL is not a TCP URL');
    this.connection = new StoreConnection(address.host, address.port);
    this.outage = new OutageLog(logger, `session-store (${config.SESSION_STORE_URL})`);
  }

  /**
   * Throws what the store refuses as the `ParleyError` it threw. When the connection breaks the call is made once more
   * (doing it twice is doing it once); without an answer even then, or in 1.5 s, it is `store_unavailable`: it may or
   * may not have been done.
   */
  async call<Pattern extends StorePattern>(
    pattern: Pattern,
    request: StoreCalls[Pattern]['request'],
  ): Promise<StoreCalls[Pattern]['answer']> {
    return (await this.send(pattern, request)) as StoreCalls[Pattern]['answer'];
  }

  /** Resolves when a store answers. */
  async ping(): Promise<void> {
    await this.send(STORE_PING, {});
  }

  onApplicationShutdown(): void {
    this.connection.close();
  }

  private async send(pattern: string, request: object): Promise<unknown> {
    const sentAt = performance.now();
    const answer = this.connection
      .ask(pattern, request, { ...this.metadata() })
      .pipe(
        retry({ count: 1, delay: (error: unknown) => (isError(error) ? timer(0) : throwError(() => error)) }),
        timeout(TIMEOUT_MS),
      );
    try {
      const value = await firstValueFrom(answer, { defaultValue: null });
      this.outage.works();
      return value;
    } catch (error) {
      throw this.errorFor(error, sentAt);
    }
  }

  private metadata(): StoreMetadata {
    const token = this.config.INTERNAL_TOKEN;
    return { trace_id: currentTraceId(), ...(token !== undefined && { internal_token: token }) };
  }

  private errorFor(error: unknown, sentAt: number): ParleyError {
    if (isError(error)) {
      if (error instanceof TimeoutError) this.connection.dropIfSilentSince(sentAt);
      this.outage.failed(error);
      return new ParleyError('store_unavailable', {}, { cause: error });
    }
    this.outage.works();
    if (isWireError(error)) return new ParleyError(error.code, error.details);
    this.logger.error({ err: error }, 'session-store gave an answer that is none');
    return new ParleyError('internal', {}, { cause: error });
  }
}
