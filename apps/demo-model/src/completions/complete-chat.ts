import type { ServerResponse } from 'node:http';
import { answerTo } from '../answers/answer.js';
import { writeJson } from '../write-json.js';
import type { ChatRequest } from './chat-request.js';
import { wholeCompletion, type CompletionHead, type Usage } from './chunks.js';
import { streamCompletion } from './stream-completion.js';
import { tokensOf } from './tokens.js';

const CHARACTERS_PER_TOKEN = 4;

export interface CompleteChatOptions {
  paceMs: number;
  /** Id and time of the next completion. */
  identity: () => Pick<CompletionHead, 'id' | 'created'>;
  signal: AbortSignal;
  onToken: () => void;
}

/** Answers one parsed request, streamed or whole. Throws the signal's reason once the client has left. */
export async function completeChat(res: ServerResponse, request: ChatRequest, options: CompleteChatOptions): Promise<void> {
  const all = tokensOf(answerTo(request));
  const tokens = all.slice(0, request.maxTokens);
  const reason = tokens.length < all.length ? 'length' : 'stop';
  const head: CompletionHead = { ...options.identity(), model: request.model };
  const usage = usageOf(request, tokens.length);

  if (!request.stream) {
    tokens.forEach(options.onToken);
    return writeJson(res, 200, wholeCompletion(head, tokens.join(''), reason, usage));
  }
  await streamCompletion(res, {
    head,
    tokens,
    reason,
    usage: request.includeUsage ? usage : undefined,
    paceMs: request.json ? 0 : options.paceMs, // the pace is for people, and nobody reads JSON as it comes
    signal: options.signal,
    onToken: options.onToken,
  });
}

function usageOf(request: ChatRequest, completionTokens: number): Usage {
  const promptTokens = Math.ceil(request.promptLength / CHARACTERS_PER_TOKEN);
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens };
}
