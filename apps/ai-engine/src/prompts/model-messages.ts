import type { HistoryMessage, Lang, ModelMessage } from '@parley/contracts';

export interface ModelMessagesInput {
  /** The rendered prompt. */
  system: string;
  /** Oldest first. */
  history: readonly HistoryMessage[];
  /** How many of the latest turns of the history are sent. */
  historyTurns: number;
  message: string;
  lang: Lang;
}

const INTERRUPTED: Record<Lang, string> = { zh: '［回答被中断］', en: '[interrupted]' };

/** What the model gets: the prompt, the earlier turns' texts, the user's last chat message. */
export function modelMessages({ system, history, historyTurns, message, lang }: ModelMessagesInput): ModelMessage[] {
  const earlier = lastTurns(history, historyTurns)
    .filter(({ content }) => content !== '')
    .map(({ role, content, interrupted }) => ({ role, content: interrupted ? `${content}\n\n${INTERRUPTED[lang]}` : content }));
  const prompt: ModelMessage[] = system.trim() === '' ? [] : [{ role: 'system', content: system }];
  return [...prompt, ...earlier, { role: 'user', content: message }];
}

/** A turn begins with its user's message. */
function lastTurns(history: readonly HistoryMessage[], turns: number): readonly HistoryMessage[] {
  if (turns === 0) return [];
  const starts = history.flatMap(({ role }, index) => (role === 'user' ? index : []));
  return history.slice(starts.at(-turns) ?? 0);
}
