import type { ModelReply } from './reply.js';

/** Fixed, so that tests can assert whole bodies. */
const HEAD = { id: 'chatcmpl-scripted', created: 1 };
const PROMPT_TOKENS = 7;

export const DONE = 'data: [DONE]\n\n';

/** One server-sent event with one delta. */
export function deltaFrame(model: string, delta: object, finishReason: string | null = null): string {
  return frame(model, { choices: [{ index: 0, delta, finish_reason: finishReason }] });
}

/** What comes before the tokens: the role, the reasoning, the tool calls. `n` is the call's. */
export function openingFrames(model: string, reply: ModelReply, n: number): string[] {
  const deltas: object[] = [
    { role: 'assistant', content: '' },
    ...(reply.reasoning ?? []).map((text) => ({ reasoning_content: text })),
  ];
  if (reply.tool_calls) deltas.push({ tool_calls: toolCallsOf(reply, n).map((call, index) => ({ index, ...call })) });
  return deltas.map((delta) => deltaFrame(model, delta));
}

/** What comes after them, `[DONE]` included. */
export function closingFrames(model: string, reply: ModelReply, tokens: number, includeUsage: boolean): string[] {
  const reason = finishReasonOf(reply);
  const frames = reason === null ? [] : [deltaFrame(model, {}, reason)];
  if (includeUsage) frames.push(frame(model, { choices: [], usage: usageOf(tokens) }));
  return [...frames, DONE];
}

/** An error in the middle of a stream. */
export function errorFrame(body: unknown): string {
  return `data: ${JSON.stringify(body)}\n\n`;
}

/** The body of an answer that is not streamed. */
export function wholeBody(model: string, reply: ModelReply, n: number, tokens: readonly string[]): object {
  const message = {
    role: 'assistant',
    content: tokens.join(''),
    ...(reply.reasoning && { reasoning_content: reply.reasoning.join('') }),
    ...(reply.tool_calls && { tool_calls: toolCallsOf(reply, n) }),
  };
  const choices = [{ index: 0, message, finish_reason: finishReasonOf(reply) }];
  return { ...HEAD, object: 'chat.completion', model, choices, usage: usageOf(tokens.length) };
}

export function errorBody(message: string): object {
  return { error: { message, type: 'scripted', param: null, code: null } };
}

function frame(model: string, rest: object): string {
  return `data: ${JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', model, ...rest })}\n\n`;
}

function finishReasonOf(reply: ModelReply): string | null {
  if (reply.finish_reason !== undefined) return reply.finish_reason;
  return reply.tool_calls ? 'tool_calls' : 'stop';
}

function toolCallsOf(reply: ModelReply, n: number) {
  return (reply.tool_calls ?? []).map((call, index) => ({
    id: call.id ?? `call_${n}_${index + 1}`,
    type: 'function',
    function: { name: call.name, arguments: call.arguments_text ?? JSON.stringify(call.arguments ?? {}) },
  }));
}

function usageOf(tokens: number) {
  return { prompt_tokens: PROMPT_TOKENS, completion_tokens: tokens, total_tokens: PROMPT_TOKENS + tokens };
}
