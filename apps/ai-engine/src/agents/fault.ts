export type PathPart = string | number;

/** One thing that is wrong in a value: where, and what was expected and what came. */
export interface Fault {
  path: readonly PathPart[];
  message: string;
  /** The name of the member is wrong, not its value. */
  at?: 'name';
}

/** `skills[0].questions[1].field_key` */
export function pathText(path: readonly PathPart[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

/** `skills[0].kind: expected …, came …` */
export function faultText({ path, message }: Fault): string {
  return path.length === 0 ? message : `${pathText(path)}: ${message}`;
}

export function expected(what: string, came: unknown): string {
  return `expected ${what}, came ${shown(came)}`;
}

const MAX_SHOWN = 60;

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}
