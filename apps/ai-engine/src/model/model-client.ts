import { setTimeout as delay } from 'node:timers/promises';
import { ParleyError } from '@parley/contracts';
import OpenAI from 'openai';
import { answerChunks } from './answer-chunks.js';
import { AnswerReader } from './answer-reader.js';
import { createHttpFetch } from './http-fetch.js';
import type { ModelAnswer, ModelDelta, ModelRequest } from './model-request.js';
import { retryDelayMs } from './retry-delay.js';

export interface ModelClientOptions {
  /** Of an OpenAI-compatible server, with its `/v1`. */
  baseURL: string;
  apiKey: string;
  fetch?: typeof fetch;
  /** Waits before a call is tried again; rejects when the signal aborts. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const wait = (ms: number, signal: AbortSignal): Promise<unknown> => delay(ms, undefined, { signal });

/**
 * Calls the model. Every failure is `model_failed` with its reason as `cause`: an HTTP error, a connection that breaks,
 * an answer that is empty, cut short by a limit, or that ends without saying why. What may pass is tried again twice,
 * unless a piece was already handed out. An abort closes the connection at once and throws the signal's reason; nothing
 * else ends a silent one.
 */
export class ModelClient {
  private readonly openai: OpenAI;
  private readonly pause;

  constructor({ baseURL, apiKey, fetch = createHttpFetch(), pause = wait }: ModelClientOptions) {
    this.pause = pause;
    this.openai = new OpenAI({
      baseURL,
      // The SDK refuses to start without one; servers without keys ignore it.
      apiKey: apiKey || 'none',
      organization: null,
      project: null,
      fetch,
      maxRetries: 0,
      // The turn's signal is the timeout.
      timeout: 2 ** 31 - 1,
      logLevel: 'off',
    });
  }

  /** The answer as it comes; its last piece carries `finish`, and the tool calls whole. */
  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelDelta, void, undefined> {
    for (let failures = 0; ;) {
      let handedOut = false;
      try {
        const reader = new AnswerReader(request);
        for await (const chunk of await answerChunks(this.openai, request, signal)) {
          signal.throwIfAborted();
          const delta = reader.read(chunk);
          if (!delta) continue;
          handedOut = true;
          yield delta;
        }
        // The SDK's iterator ends silently when it is aborted.
        signal.throwIfAborted();
        yield reader.end();
        return;
      } catch (error) {
        signal.throwIfAborted();
        await this.pauseOrFail(error, handedOut ? Infinity : ++failures, signal);
      }
    }
  }

  /** The whole answer, under the same rules; as nothing was handed out, a broken one is tried again however far it came. */
  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    for (let failures = 0; ;) {
      try {
        return await this.wholeAnswer(request, signal);
      } catch (error) {
        signal.throwIfAborted();
        await this.pauseOrFail(error, ++failures, signal);
      }
    }
  }

  private async wholeAnswer(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    const reader = new AnswerReader(request);
    let text = '';
    for await (const chunk of await answerChunks(this.openai, request, signal)) text += reader.read(chunk)?.text ?? '';
    signal.throwIfAborted();
    const { usage, toolCalls } = reader.end();
    return { text, ...(usage && { usage }), ...(toolCalls && { toolCalls }) };
  }

  /** Waits before the next attempt, or throws `model_failed` where there is none. */
  private async pauseOrFail(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
    const waitMs = retryDelayMs(error, failures);
    if (waitMs === undefined) throw new ParleyError('model_failed', {}, { cause: error });
    await this.pause(waitMs, signal).catch(() => signal.throwIfAborted());
  }
}
