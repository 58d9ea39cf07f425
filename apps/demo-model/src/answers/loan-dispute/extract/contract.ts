const PAPER_ZH = '(?:借条|欠条|借据|收条|合同|书面协议|借款协议)';
const PAPER_EN = '(?:ious?|promissory notes?|contracts?|loan agreements?|written agreements?)';
const BETWEEN_ZH = '(?:任何|书面|正式|签订|订立|出具|[写打签立过的])*';
const BETWEEN_EN = '(?:(?:any|an?|the|have|had|there|is|was|sign(?:ed)?|written|formal|write|wrote|made?)\\s+)*';

const ABSENT = [
  new RegExp(`(?:没有?|未|无)${BETWEEN_ZH}${PAPER_ZH}`),
  new RegExp(`${PAPER_ZH}[也都]?(?:没有?|未)(?:[写打签立，。,.；;]|\\s|$)`),
  new RegExp(`(?:\\b(?:no|not|never|without)|n't)\\s+${BETWEEN_EN}${PAPER_EN}\\b`, 'i'),
  /口头(?:约定|协议|借款)|\b(?:oral|verbal) (?:agreement|contract|loan)\b/i,
];
const PRESENT = new RegExp(`${PAPER_ZH}|\\b${PAPER_EN}\\b`, 'i');
const ASKED = new RegExp(`(?:有没有|是否有|有无)${BETWEEN_ZH}${PAPER_ZH}`, 'g');

/** Whether the loan was put in writing; undefined where the text does not say, or only asks. */
export function hasContractIn(text: string): boolean | undefined {
  const said = text.replace(ASKED, '');
  if (ABSENT.some((pattern) => pattern.test(said))) return false;
  return PRESENT.test(said) ? true : undefined;
}
