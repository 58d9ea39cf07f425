import type OpenAI from 'openai';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { BrokenAnswerError } from './broken-answer-error.js';
import type { ModelRequest } from './model-request.js';
import { requestBody } from './request-body.js';

const MAX_QUOTED_CHARACTERS = 500;

/** Makes one call. An abort before the answer begins rejects; later it ends the chunks as if they were all. */
export async function answerChunks(
  openai: OpenAI,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<ChatCompletionChunk>> {
  signal.throwIfAborted();
  const { data, response } = await openai.chat.completions.create(requestBody(request), { signal }).withResponse();
  return /json/i.test(response.headers.get('content-type') ?? '') ? notJustOneBody(data, response.clone()) : data;
}

/** Some servers call their stream of events JSON. Where it has none, it is what it says: an answer in one piece, or an error. */
async function* notJustOneBody(chunks: AsyncIterable<ChatCompletionChunk>, body: Response): AsyncGenerator<ChatCompletionChunk> {
  let isStream = false;
  for await (const chunk of chunks) {
    if (!isStream) body.body?.cancel().catch(() => undefined);
    isStream = true;
    yield chunk;
  }
  if (isStream) return;
  const said = (await body.text()).slice(0, MAX_QUOTED_CHARACTERS);
  throw new BrokenAnswerError(`the model answered in one JSON body, not in a stream: ${said}`);
}
