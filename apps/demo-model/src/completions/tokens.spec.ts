import fc from 'fast-check';
import { tokensOf } from './tokens.js';

test.each<[string, string[]]>([
  ['', []],
  ['Hello, my  friend', ['Hello,', ' my', '  friend']],
  ['你好吗', ['你好', '吗']],
  ['你说的是：hi 朋友', ['你说', '的是', '：', 'hi', ' 朋友']],
  ['  a', ['  a']],
  ['a \n', ['a', ' \n']],
  ['- 5万元\n\n## b', ['-', ' 5', '万元', '\n\n##', ' b']],
  ['ok🙂👨‍👩‍👧 e\u0301', ['ok🙂👨‍👩‍👧', ' e\u0301']],
])('%j → %j', (text, tokens) => expect(tokensOf(text)).toEqual(tokens));

const graphemesOf = (text: string) =>
  Array.from(new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('你', '好', '，', ' ', '\n', '\r\n', 'a', '1', '🙂', '👨‍👩‍👧', '🇨🇳', 'e\u0301', '한'),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  ),
});

test('any text → the tokens joined are the text', () => {
  fc.assert(fc.property(anyText, (text) => expect(tokensOf(text).join('')).toBe(text)));
});

test('any text → no character that a person sees is cut, and none of the tokens is empty', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const tokens = tokensOf(text);
      expect(tokens.flatMap(graphemesOf)).toEqual(graphemesOf(text));
      expect(tokens).not.toContain('');
    }),
  );
});

test('a long Chinese text → at most three characters a token', () => {
  const sizes = tokensOf('民间借贷，是指自然人之间的资金融通行为。 “第一条”').map((token) => token.trim().length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(3);
});
