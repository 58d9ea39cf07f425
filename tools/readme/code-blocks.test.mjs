import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeBlocks, isShown } from './code-blocks.mjs';

test('a page → its fenced blocks with language and line, and nothing else', () => {
  const page = ['text', '```bash', 'a', '', 'b', '```', '`inline`', '```console', '```', '```', 'no language', '```'].join('\n');
  assert.deepEqual(codeBlocks(page), [
    { lang: 'bash', text: 'a\n\nb', line: 2 },
    { lang: 'console', text: '', line: 8 },
  ]);
});

for (const [title, printed, shown, expected] of [
  ['the same', 'a\nb', 'a\nb', true],
  ['line ends and empty lines around it', '\na\n\n', 'a', true],
  ['another text', 'a\nb', 'a\nc', false],
  ['more than is shown', 'a\nb\nc', 'a\nb', false],
  ['less than is shown', 'a', 'a\nb', false],
  ['… within a line', 'id: chat-123:1', 'id: chat-…:1', true],
  ['… within a line, over a line end', 'id: chat-1\n2:1', 'id: chat-…:1', false],
  ['a line of … for several lines', 'a\nb\n\nc\nd', 'a\n…\nd', true],
  ['a line of … for none', 'a\nd', 'a\n…\nd', true],
  ['signs that mean something in a pattern', '{"a":[1]}.', '{"a":[1]}.', true],
  ['such a sign stands for itself alone', 'ab', 'a.', false],
])
  test(`printed against shown: ${title} → ${expected}`, () => assert.equal(isShown(printed, shown), expected));
