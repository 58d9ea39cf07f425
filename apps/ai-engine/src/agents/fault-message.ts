/** A value in a message: how it reads there, and what to say where it may not be shown. */
export interface Quote {
  readonly text: string;
  /** What it shows: the message must be able to do without each of these texts. */
  readonly of: readonly unknown[];
  /** Instead of where the hidden value came from. */
  readonly instead?: string;
}

/** What is wrong, in words. Values of the file are quotes: they may have come from the environment, and be secrets. */
export type FaultMessage = string | readonly (string | Quote)[];

/** Where a value came from that may not be shown; undefined where it may be. */
export type Hidden = (value: unknown) => string | undefined;

export function messageText(message: FaultMessage, hidden: Hidden): string {
  if (typeof message === 'string') return message;
  return message.map((part) => (typeof part === 'string' ? part : quoteText(part, hidden))).join('');
}

function quoteText({ text, of, instead }: Quote, hidden: Hidden): string {
  const source = of.map(hidden).find((found) => found !== undefined);
  return source === undefined ? text : (instead ?? source);
}

/** A message of words and, between them, quotes and other messages. */
export function saying(words: TemplateStringsArray, ...parts: readonly (FaultMessage | Quote)[]): FaultMessage {
  return words.flatMap((word, index) => {
    const part = parts[index];
    return part === undefined ? [word] : [word, ...(isList(part) ? part : [part])];
  });
}

const isList = (part: FaultMessage | Quote): part is readonly (string | Quote)[] => Array.isArray(part);

const MAX_SHOWN = 60;

/** The value itself where it is short and simple, else what kind of value it is. */
export function quoted(value: unknown): Quote {
  return { text: shown(value), of: [value] };
}

/** The texts, separated by commas. */
export function listed(texts: readonly string[]): FaultMessage {
  return texts.flatMap((text, index) => (index === 0 ? [bare(text)] : [', ', bare(text)]));
}

const bare = (text: string): Quote => ({ text, of: [text] });

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}
