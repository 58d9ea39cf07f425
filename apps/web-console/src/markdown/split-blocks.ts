const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Cuts Markdown where one block ends and the next begins, so that of a growing text only the last piece has to be parsed
 * again. Pieces never change once another one follows. Joined with a blank line they are the text again, as far as Markdown
 * is concerned. A text with link definitions is one piece: they work across blocks; they are put off while it grows.
 */
export function splitBlocks(text: string, isGrowing: boolean): string[] {
  if (!isGrowing && DEFINITION.test(text)) return [text];
  const blocks: string[][] = [];
  let fence: string | undefined;
  let blanks = 0;
  for (const line of text.split('\n')) {
    if (fence === undefined && line.trim() === '') {
      blanks += 1;
      continue;
    }
    const block = blocks.at(-1);
    if (!block || (blanks > 0 && !continues(block, line))) blocks.push([line]);
    else block.push(...Array<string>(blanks).fill(''), line);
    blanks = 0;
    fence = fenceAfter(line, fence);
  }
  return blocks.map((lines) => lines.join('\n'));
}

/** Whether what comes after a blank line still belongs to the block: indented lines, and further items of a list. */
const continues = ([first = '']: readonly string[], line: string): boolean =>
  /^\s/.test(line) || (LIST_ITEM.test(first) && LIST_ITEM.test(line));

/** The fence that is open after the line, if any. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const marker = FENCE.exec(line)?.[1];
  if (open === undefined) return marker;
  const isClosing = marker !== undefined && marker[0] === open[0] && marker.length >= open.length && line.trim() === marker;
  return isClosing ? undefined : open;
}
