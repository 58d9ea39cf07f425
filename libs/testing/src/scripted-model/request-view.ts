/** The parts of a chat completion request that rules and assertions look at. */
export interface RequestView {
  model: string;
  messages: { role: string; content: string }[];
  /** The system (and developer) messages' texts, one per line. */
  system: string;
  users: string[];
  lastUser: string;
  /** A JSON answer is asked for. */
  json: boolean;
  stream: boolean;
  includeUsage: boolean;
}

interface RequestBody {
  model?: string;
  messages?: { role: string; content?: string | { text?: string }[] | null }[];
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
    json: (body.response_format?.type ?? 'text') !== 'text',
    stream: body.stream === true,
    includeUsage: body.stream_options?.include_usage === true,
  };
}

function textOf(content: string | { text?: string }[] | null | undefined): string {
  return Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : (content ?? '');
}
