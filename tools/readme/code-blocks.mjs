// The fenced blocks of a Markdown page, and whether what a command printed is what the page shows.

/** `[{ lang, text, line }]`, in order; `line` is where the fence opens, from 1. */
export function codeBlocks(markdown) {
  const blocks = [];
  let open;
  markdown.split('\n').forEach((line, index) => {
    if (open && line === '```') {
      blocks.push({ ...open, text: open.lines.join('\n') });
      open = undefined;
    } else if (open) open.lines.push(line);
    else if (/^```\w/.test(line)) open = { lang: line.slice(3).trim(), line: index + 1, lines: [] };
  });
  return blocks.map(({ lang, text, line }) => ({ lang, text, line }));
}

/** Whether `printed` is `shown`, where `…` stands for any text within a line and a line of `…` alone for any lines. */
export function isShown(printed, shown) {
  const pattern = shown
    .trim()
    .split('\n')
    .map((line) => (line === '…' ? '(?:.*\\n)*' : `${line.split('…').map(escaped).join('.*')}\\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${printed.trim()}\n`);
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
