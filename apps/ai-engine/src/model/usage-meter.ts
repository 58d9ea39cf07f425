import type { Usage } from '@parley/contracts';

/** Sums the tokens of all model calls of a turn. */
export class UsageMeter {
  private sum: Usage | undefined;

  add(usage: Usage | undefined): void {
    if (!usage) return;
    const { prompt_tokens, completion_tokens, total_tokens } = this.sum ?? {
      prompt_tokens: 0,
      completion_tokens: 0,
      total_tokens: 0,
    };
    this.sum = {
      prompt_tokens: prompt_tokens + usage.prompt_tokens,
      completion_tokens: completion_tokens + usage.completion_tokens,
      total_tokens: total_tokens + usage.total_tokens,
    };
  }

  /** Undefined where no model told. */
  get total(): Usage | undefined {
    return this.sum;
  }
}
