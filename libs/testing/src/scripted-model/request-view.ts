/** The parts of a chat completion request that rules and assertions look at. */
export interface RequestView {
  model: string;
  messages: { role: string; content: string }[];
  /** The system (and developer) messages' texts, one per line. */
  system: string;
  users: string[];
  lastUser: string;
  /** The tools that are offered. */
  tools: OfferedToolView[];
  /** The tool messages, in order. */
  toolResults: ToolResultView[];
  /** A JSON answer is asked for. */
  json: boolean;
  stream: boolean;
  includeUsage: boolean;
}

export interface OfferedToolView {
  name: string;
  description?: string;
  parameters?: unknown;
}

export interface ToolResultView {
  callId: string;
  /** Of the tool that was called under this id; absent where no earlier message has such a call. */
  name?: string;
  content: string;
}

interface RequestMessage {
  role: string;
  content?: string | { text?: string }[] | null;
  tool_calls?: { id: string; function: { name: string } }[];
  tool_call_id?: string;
}

interface RequestBody {
  model?: string;
  messages?: RequestMessage[];
  tools?: { function: OfferedToolView }[];
  response_format?: { type?: string };
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
}

export function viewOf(body: RequestBody): RequestView {
  const messages = (body.messages ?? []).map(({ role, content }) => ({ role, content: textOf(content) }));
  const said = (...roles: string[]) => messages.filter(({ role }) => roles.includes(role)).map(({ content }) => content);
  const users = said('user');
  return {
    model: body.model ?? 'scripted',
    messages,
    system: said('system', 'developer').join('\n'),
    users,
    lastUser: users.at(-1) ?? '',
    tools: (body.tools ?? []).map((tool) => tool.function),
    toolResults: toolResultsOf(body.messages ?? []),
    json: (body.response_format?.type ?? 'text') !== 'text',
    stream: body.stream === true,
    includeUsage: body.stream_options?.include_usage === true,
  };
}

function toolResultsOf(messages: readonly RequestMessage[]): ToolResultView[] {
  const names = new Map(messages.flatMap(({ tool_calls }) => tool_calls ?? []).map((call) => [call.id, call.function.name]));
  return messages
    .filter(({ role }) => role === 'tool')
    .map(({ tool_call_id = '', content }) => ({ callId: tool_call_id, name: names.get(tool_call_id), content: textOf(content) }));
}

function textOf(content: string | { text?: string }[] | null | undefined): string {
  return Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : (content ?? '');
}
