import { type FaultMessage, type Hidden, messageText, quoted, saying } from './fault-message.js';

export type PathPart = string | number;

/** One thing that is wrong in a value: where, and what was expected and what came. */
export interface Fault {
  path: readonly PathPart[];
  message: FaultMessage;
  /** The name of the member is wrong, not its value. */
  at?: 'name';
}

/** `skills[0].questions[1].field_key` */
export function pathText(path: readonly PathPart[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

/** `skills[0].kind: expected …, came …` */
export const faultText = (fault: Fault): string => discreetText(fault, () => undefined);

/** The same, with where a value came from in place of each that is hidden. */
export function discreetText({ path, message }: Fault, hidden: Hidden): string {
  const text = messageText(message, hidden);
  return path.length === 0 ? text : `${pathText(path)}: ${text}`;
}

export function expected(what: FaultMessage, came: unknown): FaultMessage {
  return saying`expected ${what}, came ${quoted(came)}`;
}
