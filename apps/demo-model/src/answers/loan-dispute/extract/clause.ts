const CLAUSE_END = /[，。；！？、;!?\n]|[,.](?!\d)/g;

/** What stands in the same clause before a position. A comma or point inside a number ends no clause. */
export function clauseBefore(text: string, index: number): string {
  let start = 0;
  for (const { index: at } of text.matchAll(CLAUSE_END)) {
    if (at >= index) break;
    start = at + 1;
  }
  return text.slice(start, index);
}

/** Full-width digits and signs as their ASCII twins; same length, so that positions stay. */
export function halfWidth(text: string): string {
  return text.replace(/[０-９％￥．]/g, (sign) => (sign === '￥' ? '¥' : String.fromCharCode(sign.charCodeAt(0) - 0xfee0)));
}
