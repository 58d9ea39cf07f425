/** The bodies of chat completions, whole and in chunks, as the OpenAI API writes them. */
export interface CompletionHead {
  id: string;
  /** Seconds since 1970. */
  created: number;
  model: string;
}

export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

export type FinishReason = 'stop' | 'length';

export const DONE = 'data: [DONE]\n\n';

export function roleChunk(head: CompletionHead): string {
  return chunk(head, { role: 'assistant', content: '' }, null);
}

export function contentChunk(head: CompletionHead, content: string): string {
  return chunk(head, { content }, null);
}

export function finishChunk(head: CompletionHead, reason: FinishReason): string {
  return chunk(head, {}, reason);
}

/** Sent last, before `DONE`, where the request asked for it: no choice, only the numbers. */
export function usageChunk(head: CompletionHead, usage: Usage): string {
  return frame({ ...chunkHead(head), choices: [], usage });
}

export function wholeCompletion(head: CompletionHead, content: string, reason: FinishReason, usage: Usage): object {
  const message = { role: 'assistant', content, refusal: null };
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
    usage,
  };
}

const chunkHead = ({ id, created, model }: CompletionHead) => ({ id, object: 'chat.completion.chunk', created, model });

function chunk(head: CompletionHead, delta: object, finishReason: FinishReason | null): string {
  return frame({ ...chunkHead(head), choices: [{ index: 0, delta, finish_reason: finishReason }] });
}

const frame = (body: object) => `data: ${JSON.stringify(body)}\n\n`;
