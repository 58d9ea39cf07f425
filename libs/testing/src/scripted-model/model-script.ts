import type { ModelMatch, ModelReply, ReplyOrMaker } from './reply.js';
import type { RequestView } from './request-view.js';

export interface ModelRule {
  readonly match: ModelMatch;
  readonly reply: ReplyOrMaker;
  /** How often it answers; absent = always. */
  readonly times?: number;
  /** How often it has answered. */
  used: number;
}

/** The rules of a scripted model. A later rule wins over an earlier one; a used-up one lets the earlier ones through. */
export class ModelScript {
  #rules: ModelRule[] = [];

  add(match: ModelMatch, reply: ReplyOrMaker, times?: number): ModelRule {
    const rule: ModelRule = { match, reply, times, used: 0 };
    this.#rules.unshift(rule);
    return rule;
  }

  clear(): void {
    this.#rules = [];
  }

  /** Without a rule: the user's last message as `echo: …`, or a skill result that just goes on where JSON is asked for. */
  async replyFor(view: RequestView): Promise<ModelReply> {
    const rule = this.#rules.find(({ match, times, used }) => used < (times ?? Infinity) && matches(view, match));
    if (!rule) return view.json ? { json: { control: { action: 'continue' } } } : { text: `echo: ${view.lastUser}` };
    rule.used++;
    return typeof rule.reply === 'function' ? rule.reply(view) : rule.reply;
  }
}

export function matches(view: RequestView, match: ModelMatch): boolean {
  return (
    view.system.includes(match.system_includes ?? '') &&
    view.lastUser.includes(match.last_user_includes ?? '') &&
    (match.json === undefined || match.json === view.json) &&
    (match.last_tool_includes === undefined || view.toolResults.at(-1)?.content.includes(match.last_tool_includes) === true) &&
    (match.offers_tools === undefined || match.offers_tools === view.tools.length > 0)
  );
}
