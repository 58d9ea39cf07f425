const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' });
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const CJK_PER_TOKEN = 2;

/**
 * Cuts a text into what is streamed as one delta each: a word with the white space before it, or two characters of a
 * script that has no spaces (plus such white space). Joined they are the text; no cluster that a person sees as one
 * character is ever cut.
 */
export function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  let token = '';
  let cjk = 0; // characters of such a script in `token`
  let word = false; // `token` holds part of a word
  const flush = () => {
    if (token !== '') tokens.push(token);
    token = '';
    cjk = 0;
    word = false;
  };
  for (const { segment } of graphemes.segment(text)) {
    if (/^\s/u.test(segment)) {
      if (cjk > 0 || word) flush();
    } else if (WITHOUT_SPACES.test(segment)) {
      if (word || cjk === CJK_PER_TOKEN) flush();
      cjk++;
    } else {
      if (cjk > 0) flush();
      word = true;
    }
    token += segment;
  }
  flush();
  return tokens;
}
