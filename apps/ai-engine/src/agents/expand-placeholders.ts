import { isScalar, type Document, visit } from 'yaml';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `$${` is a plain `${`; `${` begins a placeholder. */
const PLACEHOLDER = /\$\$\{|\$\{([^}]*)\}?/g;
const INSIDE = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s;

/** A placeholder without a value, at its offset in the file. */
export interface PlaceholderFault {
  offset: number;
  message: string;
}

export interface Expansion {
  faults: PlaceholderFault[];
  /** The names of the placeholders in each text that had some, by what became of it. */
  sources: ReadonlyMap<string, readonly string[]>;
}

/** Puts the environment's values into every text of the document, names of members excepted: `${NAME}`, `${NAME:-default}`. */
export function expandPlaceholders(document: Document, env: Environment): Expansion {
  const faults: PlaceholderFault[] = [];
  const sources = new Map<string, string[]>();
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || !isScalar(node) || typeof node.value !== 'string') return;
      const offset = node.range?.[0] ?? 0;
      const names: string[] = [];
      const text = node.value.replace(PLACEHOLDER, (whole, inside?: string) => {
        if (inside === undefined) return '${';
        const value = valueOf(inside, whole, env);
        if (value.text === undefined) faults.push({ offset, message: value.message });
        else names.push(value.name);
        return value.text ?? whole;
      });
      node.value = text;
      if (names.length > 0) sources.set(text, names);
    },
  });
  return { faults, sources };
}

type PlaceholderValue = { text: string; name: string } | { text?: undefined; message: string };

function valueOf(inside: string, whole: string, env: Environment): PlaceholderValue {
  const [, name, fallback] = (whole.endsWith('}') && INSIDE.exec(inside)) || [];
  if (name === undefined)
    return { message: `expected \${NAME} or \${NAME:-default}, came "${whole}" (write $\${ for a plain \${)` };
  const value = env[name];
  // As in a shell: `:-` also stands in for an empty value.
  if (fallback !== undefined) return { name, text: value === undefined || value === '' ? fallback : value };
  if (value !== undefined) return { name, text: value };
  return { message: `the environment variable ${name} is not set and has no default (\${${name}:-default})` };
}
