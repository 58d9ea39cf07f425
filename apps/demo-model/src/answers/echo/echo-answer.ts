import type { Lang } from '../lang.js';

const MAX_CHARACTERS = 400;
const GREETING = /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|你好|您好|嗨|早上好|下午好|晚上好)[\s,.!?~，。！？～]*$/i;
const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' });

const TEXTS = {
  zh: {
    hello: '你好！我是内置的演示模型：你说什么，我就复述什么。',
    nothing: '我没有收到文字。请说点什么吧。',
    said: (essence: string) => `你说的是：${essence}`,
  },
  en: {
    hello: 'Hello! I am the built-in demo model: whatever you say, I say back.',
    nothing: 'I received no text. Please say something.',
    said: (essence: string) => `You said: ${essence}`,
  },
} as const;

/** A friendly answer that repeats the message, cut after 400 characters. */
export function echoAnswer(message: string, lang: Lang): string {
  const text = message.trim();
  if (text === '') return TEXTS[lang].nothing;
  return GREETING.test(text) ? TEXTS[lang].hello : TEXTS[lang].said(essenceOf(text, MAX_CHARACTERS));
}

/** The beginning of a text, with … where something was left off; never cuts what a person sees as one character. */
export function essenceOf(text: string, maxCharacters: number): string {
  let essence = '';
  let characters = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (++characters > maxCharacters) return `${essence.trimEnd()}…`;
    essence += segment;
  }
  return essence;
}
