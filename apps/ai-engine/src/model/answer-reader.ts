import type { Usage } from '@parley/contracts';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { ModelDelta } from './model-request.js';

/** An answer that came, but not whole: its `reason` is for the log. */
export class BrokenAnswerError extends Error {
  override readonly name = 'BrokenAnswerError';

  constructor(
    message: string,
    /** The connection broke off; the same call may succeed. */
    readonly brokeOff = false,
  ) {
    super(message);
  }
}

/** Reasoning models send their thoughts beside the text, in a member that has two names among the vendors. */
type ReasoningDelta = ChatCompletionChunk.Choice.Delta & { reasoning_content?: string | null; reasoning?: string | null };

/** Finish reasons of an answer that its model did not mean to end here. */
const CUT_SHORT: readonly string[] = ['length', 'content_filter'];

/** Reads one streamed answer, and knows at its end whether it was whole. */
export class AnswerReader {
  private finish: string | undefined;
  private usage: Usage | undefined;
  private hasText = false;

  /** What the chunk adds; undefined for one that adds nothing a person might read. */
  read(chunk: ChatCompletionChunk): ModelDelta | undefined {
    if (chunk.usage) this.usage = usageOf(chunk.usage);
    const choice = chunk.choices?.[0];
    if (!choice) return undefined;
    if (choice.finish_reason) this.finish = choice.finish_reason;
    const { content, reasoning_content, reasoning } = (choice.delta ?? {}) as ReasoningDelta;
    const thinking = reasoning_content || reasoning;
    if (content) {
      this.hasText = true;
      return thinking ? { thinking, text: content } : { text: content };
    }
    return thinking ? { thinking } : undefined;
  }

  /** The last piece. Throws `BrokenAnswerError` where the answer is empty, cut short or broken off. */
  end(): ModelDelta {
    if (this.finish === undefined) throw new BrokenAnswerError('the answer ended without a finish_reason', true);
    if (CUT_SHORT.includes(this.finish)) throw new BrokenAnswerError(`the answer was cut short (finish_reason ${this.finish})`);
    if (!this.hasText) throw new BrokenAnswerError(`the answer is empty (finish_reason ${this.finish})`);
    return this.usage ? { finish: this.finish, usage: this.usage } : { finish: this.finish };
  }
}

function usageOf({ prompt_tokens, completion_tokens, total_tokens }: Usage): Usage {
  return { prompt_tokens, completion_tokens, total_tokens };
}
