import type { Usage } from '@parley/contracts';
import type { ModelSettings } from '../agents/agent.js';
import type { ChatMessage, ModelToolCall } from './chat-message.js';

/** A tool as the model is told of it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of type object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  settings: ModelSettings;
  messages: readonly ChatMessage[];
  /** Asks for a JSON object. The text is not parsed. */
  json?: boolean;
  /** Absent or empty: none is offered. */
  tools?: readonly OfferedTool[];
  /** false: thoughts are not handed out, so that an answer which breaks after them is tried again. Default true. */
  thinking?: boolean;
}

/** A piece of an answer as it comes. `finish` is the last piece of every whole answer. */
export interface ModelDelta {
  text?: string;
  thinking?: string;
  /** Tokens of this call, as the model counted them. */
  usage?: Usage;
  finish?: string;
  /** In the last piece only, whole, in the order of the model; never empty. */
  toolCalls?: readonly ModelToolCall[];
}

export interface ModelAnswer {
  /** May be empty beside tool calls. */
  text: string;
  usage?: Usage;
  /** Never empty. */
  toolCalls?: readonly ModelToolCall[];
}
