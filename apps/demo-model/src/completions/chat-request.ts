/** What the demo model looks at in the body of `POST /v1/chat/completions`; everything else is accepted and ignored. */
export interface ChatRequest {
  model: string;
  /** Texts of the system (and developer) messages, in order. */
  system: string[];
  /** Texts of the user's messages, in order. */
  users: string[];
  /** A JSON object is wanted. */
  json: boolean;
  stream: boolean;
  includeUsage: boolean;
  maxTokens: number;
  /** Characters of all messages, for the estimate of the prompt's tokens. */
  promptLength: number;
}

/** The body is not a chat completion request; `param` is the member at fault. */
export class BadRequest extends Error {
  constructor(
    message: string,
    readonly param: string | null = null,
  ) {
    super(message);
    this.name = 'BadRequest';
  }
}

/** Throws `BadRequest`. */
export function parseChatRequest(text: string): ChatRequest {
  const body = parseObject(text);
  const messages = body.messages;
  if (!Array.isArray(messages) || messages.length === 0) throw new BadRequest('messages must be a non-empty array', 'messages');
  const said = messages.map(parseMessage);
  const textsOf = (...roles: string[]) => said.filter((message) => roles.includes(message.role)).map((message) => message.text);
  const format = isObject(body.response_format) ? body.response_format.type : undefined;
  const limit = body.max_completion_tokens ?? body.max_tokens;
  return {
    model: typeof body.model === 'string' && body.model !== '' ? body.model : 'demo',
    system: textsOf('system', 'developer'),
    users: textsOf('user'),
    json: format === 'json_object' || format === 'json_schema',
    stream: body.stream === true,
    includeUsage: isObject(body.stream_options) && body.stream_options.include_usage === true,
    maxTokens: typeof limit === 'number' && limit >= 1 ? Math.floor(limit) : Infinity,
    promptLength: said.reduce((sum, message) => sum + message.text.length, 0),
  };
}

function parseObject(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new BadRequest('the body is not JSON');
  }
  if (!isObject(body)) throw new BadRequest('the body must be a JSON object');
  return body;
}

function parseMessage(message: unknown, index: number): { role: string; text: string } {
  if (!isObject(message) || typeof message.role !== 'string') {
    throw new BadRequest(`messages[${index}] must be an object with a role`, `messages[${index}]`);
  }
  return { role: message.role, text: textOf(message.content) };
}

/** Content is a string, absent, or a list of parts of which the texts count. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
