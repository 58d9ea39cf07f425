import type { Usage } from '@parley/contracts';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { BrokenAnswerError } from './broken-answer-error.js';
import type { ModelDelta, ModelRequest } from './model-request.js';
import { ToolCallReader } from './tool-call-reader.js';

/** Reasoning models send their thoughts beside the text, in a member that has two names among the vendors. */
type ReasoningDelta = ChatCompletionChunk.Choice.Delta & { reasoning_content?: string | null; reasoning?: string | null };

/** Finish reasons of an answer that was not meant to end here, and whether the same call may end well. */
const CUT_SHORT: ReadonlyMap<string, boolean> = new Map([
  ['length', true],
  ['error', true],
  ['abort', true],
  ['content_filter', false],
]);

/** Reads one streamed answer, and knows at its end whether it was whole. */
export class AnswerReader {
  private finish: string | undefined;
  private usage: Usage | undefined;
  private hasText = false;
  /** White space before the text: many models write some before they only call tools, and it is no answer. */
  private space = '';
  private readonly toolCalls = new ToolCallReader();

  constructor(private readonly request: ModelRequest) {}

  /** What the chunk adds; undefined for one that adds nothing a person might read. */
  read(chunk: ChatCompletionChunk): ModelDelta | undefined {
    if (chunk?.usage) this.usage = usageOf(chunk.usage);
    const choice = chunk?.choices?.[0];
    if (!choice) return undefined;
    if (choice.finish_reason) this.finish = choice.finish_reason;
    const { content, reasoning_content, reasoning, tool_calls } = (choice.delta ?? {}) as ReasoningDelta;
    if (tool_calls) this.toolCalls.read(tool_calls);
    const thinking = this.request.thinking === false ? undefined : reasoning_content || reasoning;
    const text = content ? this.textOf(content) : '';
    if (text) return thinking ? { thinking, text } : { text };
    return thinking ? { thinking } : undefined;
  }

  /** The last piece. Throws `BrokenAnswerError` where the answer is empty, cut short or broken off. */
  end(): ModelDelta {
    const { finish, usage } = this;
    if (finish === undefined) throw new BrokenAnswerError('the answer ended without a finish_reason');
    const mayPass = CUT_SHORT.get(finish);
    if (mayPass !== undefined) throw new BrokenAnswerError(`the answer was cut short (finish_reason ${finish})`, mayPass);
    const toolCalls = this.request.tools?.length ? this.toolCalls.end(callIdsOf(this.request)) : [];
    if (!this.hasText && toolCalls.length === 0) {
      const what = this.toolCalls.isEmpty ? 'is empty' : 'only calls tools, and none was offered';
      throw new BrokenAnswerError(`the answer ${what} (finish_reason ${finish})`);
    }
    return { finish, ...(usage && { usage }), ...(toolCalls.length > 0 && { toolCalls }) };
  }

  /** Nothing as long as only white space came, then all of it. */
  private textOf(content: unknown): string {
    if (typeof content !== 'string') throw new BrokenAnswerError('the content of the answer is no text', false);
    if (this.hasText) return content;
    this.space += content;
    this.hasText = content.trim() !== '';
    return this.hasText ? this.space : '';
  }
}

/** Of the calls that the request tells of: some servers count from 0 again in every answer. */
function callIdsOf({ messages }: ModelRequest): string[] {
  return messages
    .flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
    .map(({ callId }) => callId);
}

/** Some servers leave out the total. */
function usageOf(told: Partial<Usage>): Usage {
  const { prompt_tokens, completion_tokens } = {
    prompt_tokens: told.prompt_tokens ?? 0,
    completion_tokens: told.completion_tokens ?? 0,
  };
  return { prompt_tokens, completion_tokens, total_tokens: told.total_tokens ?? prompt_tokens + completion_tokens };
}
