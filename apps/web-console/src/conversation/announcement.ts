import type { ConsultationMessage, ConsultationStatus } from '@parley/client/store';
import { splitBlocks } from '../markdown/split-blocks.js';

/** How much of an answer has been read out. */
export interface Announced {
  key: string;
  blocks: number;
}

/**
 * What is to be read out next of an answer that is being written, paragraph by paragraph: a screen reader that gets every word
 * never comes to the end of a sentence. Nothing of answers that were there before.
 */
export function nextAnnouncement(
  message: ConsultationMessage | undefined,
  status: ConsultationStatus,
  announced: Announced | undefined,
): { text: string; announced: Announced | undefined } {
  if (message?.role !== 'assistant') return { text: '', announced };
  const isGrowing = message.state === 'streaming';
  const isKnown = announced?.key === message.key;
  if (!isGrowing && !isKnown) return { text: '', announced };
  const blocks = splitBlocks(message.content, true);
  const from = isKnown ? Math.min(announced.blocks, blocks.length) : 0;
  const to = isGrowing && status !== 'stopping' ? Math.max(blocks.length - 1, from) : blocks.length;
  return { text: blocks.slice(from, to).join('\n'), announced: { key: message.key, blocks: to } };
}
