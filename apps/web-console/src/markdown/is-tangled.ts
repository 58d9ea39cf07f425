/** Nobody emphasises within so many emphases. */
const DEEPEST = 100;

/** A run of delimiters, with what stands before it and after it. */
const DELIMITERS = /(^|[^*_~])([*_~]+)(?=([^*_~]|$))/g;
/** Code has no emphases. */
const CODE = /^ *(```|~~~)[^]*?(?:^ *\1|(?![^]))|`[^`\n]*`/gm;
/** An emphasis ends with its paragraph, or its item of a list. */
const PARAGRAPHS = /\n\s*\n|\n(?=\s*[-+*]\s+\S)/;

/**
 * Whether the emphases of a block open within one another so deeply that reading them would stop the page: the time for it grows
 * with the square of the depth, and there is no end to what a model may write.
 */
export const isTangled = (block: string): boolean => block.replace(CODE, '').split(PARAGRAPHS).some(isDeep);

function isDeep(paragraph: string): boolean {
  let depth = 0;
  for (const [, before = '', , after = ''] of paragraph.matchAll(DELIMITERS)) {
    const [opens, closes] = [after.trim() !== '', before.trim() !== ''];
    if (opens && !closes) depth += 1;
    else if (closes && !opens) depth = Math.max(0, depth - 1);
    if (depth > DEEPEST) return true;
  }
  return false;
}
