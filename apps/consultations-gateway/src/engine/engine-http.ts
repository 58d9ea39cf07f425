import { INTERNAL_TOKEN_HEADER, TRACE_HEADER } from '@parley/contracts';
import { Agent, type Dispatcher, request } from 'undici';

export interface EngineHttpOptions {
  /** `ENGINE_URL`. */
  baseUrl: string;
  internalToken?: string;
}

export interface EngineCall {
  method: 'GET' | 'POST';
  /** Below `/api/v1/internal/ai/`. */
  path: string;
  body?: object;
  traceId: string;
  headers?: Record<string, string>;
  /** How long the engine may take to answer the headers, and how long it may then be silent. */
  headersTimeoutMs: number;
  silenceMs: number;
}

/** Calls an engine's internal API. */
export class EngineHttp {
  private readonly agent = new Agent({ connect: { timeout: 1000 } });

  constructor(private readonly options: EngineHttpOptions) {}

  /** Resolves with the headers, whatever the status. Rejects when there is no answer in time. */
  call({ method, path, body, traceId, headers, headersTimeoutMs, silenceMs }: EngineCall): Promise<Dispatcher.ResponseData> {
    const { baseUrl, internalToken } = this.options;
    return request(`${baseUrl.replace(/\/+$/, '')}/api/v1/internal/ai/${path}`, {
      dispatcher: this.agent,
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(internalToken !== undefined && { [INTERNAL_TOKEN_HEADER]: internalToken }),
        [TRACE_HEADER]: traceId,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headersTimeout: headersTimeoutMs,
      bodyTimeout: silenceMs,
    });
  }

  /** Breaks off what is open. */
  async close(): Promise<void> {
    await this.agent.destroy();
  }
}
