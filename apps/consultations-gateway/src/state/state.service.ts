import { Injectable } from '@nestjs/common';
import { ParleyError, type ThreadId, type ThreadStateView } from '@parley/contracts';
import { currentTraceId, StoreClient } from '@parley/platform';
import { GatewayConfig } from '../config.js';
import { EngineHttp } from '../engine/engine-http.js';

const TIMEOUT_MS = 3000;

/** Asks an engine for the state of a session: any of them can read it. */
@Injectable()
export class StateService {
  constructor(
    private readonly config: GatewayConfig,
    private readonly store: StoreClient,
    private readonly http: EngineHttp,
  ) {}

  /** Throws `forbidden` where it is switched off, `session_not_found`, and `engine_unavailable` where no engine answers. */
  async of(threadId: ThreadId): Promise<ThreadStateView> {
    if (!this.config.exposesState) throw new ParleyError('forbidden');
    await this.store.call('session.get', { thread_id: threadId });
    try {
      return await this.ask(threadId);
    } catch (error) {
      throw new ParleyError('engine_unavailable', {}, { cause: error });
    }
  }

  private async ask(threadId: ThreadId): Promise<ThreadStateView> {
    const { statusCode, body } = await this.http.call({
      method: 'GET',
      path: `agent/state?thread_id=${encodeURIComponent(threadId)}`,
      traceId: currentTraceId(),
      headersTimeoutMs: TIMEOUT_MS,
      silenceMs: TIMEOUT_MS,
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`the engine answered ${statusCode}: ${text.slice(0, 500)}`);
    return JSON.parse(text) as ThreadStateView;
  }
}
