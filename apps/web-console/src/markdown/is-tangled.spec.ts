import { isTangled } from './is-tangled.js';

test.each([
  ['emphases within one another, a thousand deep → tangled', `${'*a **a '.repeat(500)}${' a** a*'.repeat(500)}`, true],
  ['the same, not closed yet → tangled', '~~a _b '.repeat(60), true],
  ['as deep as one may → not', '*a '.repeat(100), false],
  ['a long table of bold cells → not', '| **x** | *y* |\n'.repeat(2000), false],
  ['a long list → not', '* item *one*\n'.repeat(2000), false],
  ['sums and names → not', '2*3 * 4 a_b_c '.repeat(2000), false],
  ['code full of pointers → not', `\`\`\`c\n${'int *a, *b;\n'.repeat(500)}\`\`\``, false],
  ['the same while it is being written → not', `\`\`\`c\n${'int *a, *b;\n'.repeat(500)}`, false],
  ['a list that mentions pointers → not', '- the *a\n'.repeat(500), false],
  ['after code → tangled', `\`\`\`\nx\n\`\`\`\n${'*a **a '.repeat(100)}`, true],
  ['nothing → not', '', false],
])('%s', (_what, block, isIt) => {
  expect(isTangled(block)).toBe(isIt);
});
