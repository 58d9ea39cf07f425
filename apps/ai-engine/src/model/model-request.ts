import type { ModelMessage, Usage } from '@parley/contracts';
import type { ModelSettings } from '../agents/agent.js';

export interface ModelRequest {
  settings: ModelSettings;
  messages: readonly ModelMessage[];
  /** Asks for a JSON object. The text is not parsed. */
  json?: boolean;
}

/** A piece of an answer as it comes. `finish` is the last piece of every whole answer. */
export interface ModelDelta {
  text?: string;
  thinking?: string;
  /** Tokens of this call, as the model counted them. */
  usage?: Usage;
  finish?: string;
}

export interface ModelAnswer {
  text: string;
  usage?: Usage;
}
