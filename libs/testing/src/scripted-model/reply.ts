import type { RequestView } from './request-view.js';

/** Which requests a rule is for: those that have all of what it names. */
export interface ModelMatch {
  /** A part of the system messages' text. */
  system_includes?: string;
  /** A part of the last user message. */
  last_user_includes?: string;
  /** Whether the request asks for JSON (`response_format`). */
  json?: boolean;
  /** A part of the last tool message: of what came of a tool. The empty text fits any, but there must be one. */
  last_tool_includes?: string;
  /** Whether the request offers tools. */
  offers_tools?: boolean;
}

/** Its id is `call_<n>_<i>`: the `n` of the call, the place in the answer from 1. */
export interface ScriptedToolCall {
  /** Instead of that. */
  id?: string;
  name: string;
  /** Said as JSON. */
  arguments?: unknown;
  /** Said as it is, instead of `arguments`: it need not be JSON. */
  arguments_text?: string;
}

/**
 * What is answered. What is said is one of `text`, `tokens`, `count` and `json` (the first that is there; none: the empty
 * text); the rest says how, or what happens instead. `n` counts tokens already sent; the role chunk is none.
 */
export interface ModelReply {
  /** Said word by word. */
  text?: string;
  /** Said as they are, one delta each. An async iterable lets the test decide when the next one comes. */
  tokens?: readonly string[] | AsyncIterable<string>;
  /** So many tokens: `t1 `, `t2 `, … */
  count?: number;
  /** Said as JSON in one delta. */
  json?: unknown;
  /** Said before it, one `reasoning_content` delta each. */
  reasoning?: readonly string[];
  tool_calls?: readonly ScriptedToolCall[];
  /** Instead of `stop` or `tool_calls`; null: none is sent. */
  finish_reason?: string | null;

  /** Milliseconds before the first byte, headers included. */
  first_ms?: number;
  /** Milliseconds after each token. */
  pace_ms?: number;
  /** The body in pieces of n bytes, each in a write of its own. */
  split_bytes?: number;

  /** An HTTP answer with this status instead, with `headers`, and `body` as JSON (default: an OpenAI error). */
  status?: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Never answered: silence until the client leaves. */
  hang?: boolean;
  /** Silence after n tokens. */
  hang_after?: number;
  /** The connection is reset (RST) after n tokens. */
  reset_after?: number;
  /** The connection ends (FIN) after n tokens, in the middle of the body. */
  fin_after?: number;
  /** An error (`body`, default: an OpenAI error) in the stream after n tokens; then the body ends. */
  error_after?: number;
  /** One JSON body although a stream was asked for. */
  one_body?: boolean;
}

export type ReplyOrMaker = ModelReply | ((view: RequestView) => ModelReply | Promise<ModelReply>);

/** What a reply says, in the pieces in which it is streamed. */
export function tokensOf(reply: ModelReply): readonly string[] | AsyncIterable<string> {
  if (reply.text !== undefined) return reply.text.match(/\s*\S+|\s+$/gu) ?? [];
  if (reply.tokens !== undefined) return reply.tokens;
  if (reply.count !== undefined) return Array.from({ length: reply.count }, (_, index) => `t${index + 1} `);
  return 'json' in reply ? [JSON.stringify(reply.json)] : [];
}
