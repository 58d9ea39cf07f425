import {
  assistantMessageId,
  userMessageId,
  type Answer,
  type Card,
  type ItemAnswers,
  type Message,
  type RunId,
} from '@parley/contracts';

/** An entry of the messages stream, as the scripts write it; its id is `<turn>-0` (user) or `<turn>-1` (assistant). */
export interface MessageEntry {
  id: string;
  turn: number;
  role: 'user' | 'assistant';
  run: RunId;
  at: number;
  content: string;
  /** Assistant: `preempted`, `failed` or empty. */
  flag: string;
  cardId: string;
  /** User, on a resume: as sent, and by item. */
  answers: string;
  items: string;
  action: string;
  chatTurn: number;
}

export function messageEntryOf([id, flat]: [string, string[]]): MessageEntry {
  const fields: Record<string, string> = {};
  for (let i = 0; i + 1 < flat.length; i += 2) fields[flat[i] ?? ''] = flat[i + 1] ?? '';
  return {
    id,
    turn: Number(id.split('-')[0]),
    role: fields['role'] === 'assistant' ? 'assistant' : 'user',
    run: (fields['run'] ?? '') as RunId,
    at: Number(fields['at']),
    content: fields['content'] ?? '',
    flag: fields['flag'] ?? '',
    cardId: fields['card_id'] ?? '',
    answers: fields['answers'] ?? '',
    items: fields['items'] ?? '',
    action: fields['action'] ?? '',
    chatTurn: Number(fields['chat_turn'] ?? 0),
  };
}

/** The message as clients see it. `card`: the one its turn asked with. */
export function messageOf(entry: MessageEntry, card: Card | undefined): Message {
  const isUser = entry.role === 'user';
  return {
    message_id: isUser ? userMessageId(entry.run) : assistantMessageId(entry.run),
    role: entry.role,
    content: entry.content,
    turn: entry.turn,
    run_id: entry.run,
    created_at: new Date(entry.at).toISOString(),
    ...(entry.flag === 'preempted' && { preempted: true }),
    ...(entry.flag === 'failed' && { failed: true }),
    ...(!isUser && card && { card }),
    ...(isUser && entry.answers !== '' && { answers: JSON.parse(entry.answers) as Answer[] }),
  };
}

export const itemAnswersOf = (entry: MessageEntry): ItemAnswers[] =>
  entry.items === '' ? [] : (JSON.parse(entry.items) as ItemAnswers[]);
