/**
 * How a prompt tells the demo model what it is asked, in a form that does not bother a real model.
 *
 * The first line of a system message is an HTML comment that names the task and the language. A fenced block labelled
 * `known` may follow anywhere below: what is known so far, one `key: value` per line.
 *
 *     <!-- demo: loan-dispute/facts lang=zh -->
 *     ```known
 *     profile.defendant.name: 李四
 *     facts.amount: 50000
 *     facts.loan_date:
 *     facts.summary: 出借 50,000 元，
 *     有借条
 *     ```
 *
 * - task: `<agent>/<skill>` or `<agent>/answer`. Known tasks: `echo/answer`, `loan-dispute/facts`, `loan-dispute/answer`;
 *   any other is answered as if there were no marker.
 * - lang: `zh` or `en`; anything else is taken from the script of the user's last message.
 * - keys are paths into the agent's state, written as there; `cancelled` (true when the user dismissed the questions) is
 *   the one that is not. An empty value means unknown. The block is `key: value` because Mustache cannot print JSON.
 * - a line without a key continues the value above it. Of a key that comes twice the first counts: free text goes last,
 *   and nothing a person wrote there can change another value.
 */
export interface Marker {
  task: string;
  lang: string;
  known: Known;
}

/** Values by key; an unknown one is absent. */
export type Known = ReadonlyMap<string, string>;

const FIRST_LINE = /^\s*<!--\s*demo:\s*(?<task>[\w-]+\/[\w-]+)(?:\s+lang=(?<lang>\S*))?\s*-->/;
const BLOCK = /^```known[ \t]*\r?\n(?<lines>.*?)^```/ms;
const ENTRY = /^(?<key>[A-Za-z_][\w.-]*):(?:[ \t]+(?<value>.*))?$/;

/** The marker of the first system message that begins with one; undefined where none does. */
export function markerIn(systemTexts: readonly string[]): Marker | undefined {
  for (const text of systemTexts) {
    const found = FIRST_LINE.exec(text)?.groups;
    if (found) return { task: found.task ?? '', lang: found.lang ?? '', known: knownIn(text) };
  }
  return undefined;
}

function knownIn(text: string): Known {
  const values = new Map<string, string>();
  const add = (key: string, value: string) => {
    if (key !== '' && value !== '' && !values.has(key)) values.set(key, value);
  };
  let key = '';
  let value = '';
  for (const line of BLOCK.exec(text)?.groups?.lines?.split(/\r?\n/) ?? []) {
    const entry = ENTRY.exec(line.trimEnd())?.groups;
    if (entry) {
      add(key, value.trim());
      [key, value] = [entry.key ?? '', entry.value ?? ''];
    } else {
      value += `\n${line}`;
    }
  }
  add(key, value.trim());
  return values;
}
