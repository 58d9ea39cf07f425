import type { Question } from '@parley/client';
import type { Texts } from '../language/texts.js';

/** What a person should know before he answers: the agent's help, else what the rules of the question come to. */
export function hintOf(question: Question, texts: Pick<Texts['card'], 'range' | 'characters' | 'pattern'>): string {
  const { input_type, help, min, max, min_length, max_length, pattern, placeholder } = question;
  const hints = [help];
  if (input_type === 'number' && (min ?? max) !== undefined) hints.push(texts.range(min, max));
  const isText = input_type === 'text' || input_type === 'textarea';
  // A limit nobody reaches, or that is required anyway, is noise.
  const [least, most] = [
    min_length && min_length > 1 ? min_length : undefined,
    max_length && max_length < 100 ? max_length : undefined,
  ];
  if (isText && (least ?? most) !== undefined) hints.push(texts.characters(least, most));
  if (isText && pattern !== undefined && help === undefined) hints.push(texts.pattern(placeholder));
  return hints.filter(Boolean).join(' · ');
}
