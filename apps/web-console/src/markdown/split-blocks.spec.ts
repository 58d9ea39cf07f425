import { splitBlocks } from './split-blocks.js';

test.each([
  ['paragraphs', 'one\ntwo\n\n\nthree', ['one\ntwo', 'three']],
  ['a fence with blank lines in it', 'a\n\n```js\nx\n\n\ny\n```\n\nb', ['a', '```js\nx\n\n\ny\n```', 'b']],
  ['a fence that is still open', '```\nx\n\n# no heading', ['```\nx\n\n# no heading']],
  ['a fence in a longer one', '````\n```\n\nx\n````\n\ny', ['````\n```\n\nx\n````', 'y']],
  ['tildes do not close backticks', '```\n~~~\n\nx', ['```\n~~~\n\nx']],
  ['a list with blank lines between its items', '1. a\n\n2. b\n\n   more\n\nend', ['1. a\n\n2. b\n\n   more', 'end']],
  ['a list, then a paragraph', '- a\n- b\n\nc', ['- a\n- b', 'c']],
  ['a paragraph, then a list', 'a:\n\n- b', ['a:', '- b']],
  ['code by indentation', 'a\n\n    x\n\n\n    y', ['a\n\n    x\n\n\n    y']],
  ['a table', 'a\n\n| a |\n|---|\n| 1 |\n\nb', ['a', '| a |\n|---|\n| 1 |', 'b']],
  ['nothing', '', []],
  ['blank lines only', '\n \n', []],
])('%s → its blocks', (_what, text, blocks) => {
  expect(splitBlocks(text, true)).toEqual(blocks);
});

test('a text that grows, character by character → blocks never change once another one follows', () => {
  const text = '# T\n\npara one\nstill\n\n- a\n\n- b\n\n```\ncode\n\nmore\n```\n\nend *x*\n\n1. q\n\n   w\n';
  let before: string[] = [];
  for (let length = 1; length <= text.length; length += 1) {
    const blocks = splitBlocks(text.slice(0, length), true);
    expect(blocks.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    before = blocks;
  }
  expect(before).toHaveLength(6);
});

test('link definitions → one piece, as soon as the text is complete', () => {
  const text = 'See [it].\n\n[it]: https://example.org';
  expect(splitBlocks(text, true)).toHaveLength(2);
  expect(splitBlocks(text, false)).toEqual([text]);
});
