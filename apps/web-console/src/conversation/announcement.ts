import type { ConsultationMessage, ConsultationStatus } from '@parley/client/store';
import type { Texts } from '../language/texts.js';
import { splitBlocks } from '../markdown/split-blocks.js';

/** What has been read out so far. */
export interface Announced {
  /** The answer that is read out, or was the last one. */
  id: string | undefined;
  /** How many of its paragraphs. */
  blocks: number;
  isOver: boolean;
  wasStopping: boolean;
}

export const NOTHING_ANNOUNCED: Announced = { id: undefined, blocks: 0, isOver: true, wasStopping: false };

type Words = Pick<Texts['conversation'], 'streamBegins' | 'streamEnds' | 'streamInterrupted' | 'streamFailed'>;

/**
 * What is to be read out next: that an answer begins, its paragraphs as they become complete (a screen reader that gets every
 * word never comes to the end of a sentence), and what became of it. Nothing of answers that were there before. What its reader
 * cut short is not read on; a card that ends it speaks for itself.
 */
export function nextAnnouncement(
  { messages, status }: { messages: readonly ConsultationMessage[]; status: ConsultationStatus },
  before: Announced,
  words: Words,
): { text: string; announced: Announced } {
  const said: string[] = [];
  let { id, blocks, isOver } = before;
  const ended = isOver ? undefined : messages.find((message) => idOf(message) === id && message.state !== 'streaming');
  if (ended) {
    if (ended.state !== 'preempted') said.push(...splitBlocks(ended.content, true).slice(blocks));
    said.push(wordOfEnd(ended, words));
    isOver = true;
  }
  const growing = messages.findLast(({ role, state }) => role === 'assistant' && state === 'streaming');
  if (growing) {
    const all = splitBlocks(growing.content, true);
    const complete = all.slice(0, -1);
    if (isOver || idOf(growing) !== id) said.push(words.streamBegins);
    // A worker that took over may have taken some back.
    const from = idOf(growing) === id ? Math.min(blocks, all.length) : 0;
    said.push(...complete.slice(from));
    [id, blocks, isOver] = [idOf(growing), Math.max(complete.length, from), false];
  } else if (before.wasStopping && status === 'idle' && !ended) said.push(words.streamInterrupted);
  const announced = { id, blocks, isOver, wasStopping: status === 'stopping' };
  return { text: said.filter(Boolean).join('\n'), announced };
}

/** A run that is followed again is the same answer. */
const idOf = ({ run_id, key, role }: ConsultationMessage): string => (role === 'assistant' ? (run_id ?? key) : key);

function wordOfEnd({ state, card }: ConsultationMessage, words: Words): string {
  if (state === 'preempted') return words.streamInterrupted;
  if (state === 'failed') return words.streamFailed;
  return card ? '' : words.streamEnds;
}
