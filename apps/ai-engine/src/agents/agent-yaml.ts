import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
} from 'yaml';
import { type Environment, type Expansion, expandPlaceholders } from './expand-placeholders.js';
import { discreetText, type Fault, type PathPart } from './fault.js';
import type { FileProblem } from './agent-file-error.js';

/** A YAML file as a plain value, with the way back from a path in that value to a place in the file. */
export class AgentYaml {
  /** Undefined where the file is no YAML; null where it is empty. */
  readonly value: unknown;
  /** What is wrong with the file as YAML, and with its placeholders. */
  readonly problems: FileProblem[] = [];
  private readonly lines = new LineCounter();
  private readonly document: Document.Parsed;
  private readonly sources: Expansion['sources'];

  constructor(
    private readonly file: string,
    text: string,
    env: Environment,
  ) {
    this.document = parseDocument(text, { lineCounter: this.lines, prettyErrors: false, uniqueKeys: true, stringKeys: true });
    const { errors, warnings } = this.document;
    for (const { pos, message } of [...errors, ...warnings]) this.report(pos[0], `not valid YAML: ${message}`);
    const { faults, sources } = expandPlaceholders(this.document, env);
    this.sources = sources;
    for (const { offset, message } of faults) this.report(offset, message);
    if (errors.length > 0) return;
    try {
      this.value = this.document.toJS({ maxAliasCount: 100 }) as unknown;
    } catch (error) {
      this.report(0, `not valid YAML: ${(error as Error).message}`);
    }
  }

  private report(offset: number, message: string): void {
    this.problems.push(this.problemAt(offset, message));
  }

  /** A value that came from the environment, be it in part, may be a secret: the problem says where it came from instead. */
  problemOf(fault: Fault): FileProblem {
    return this.problemAt(
      this.offsetOf(fault),
      discreetText(fault, (value) => this.sourceOf(value)),
    );
  }

  private sourceOf(value: unknown): string | undefined {
    const names = typeof value === 'string' && value !== '' ? this.sources.get(value) : undefined;
    return names && `a value from ${[...new Set(names)].map((name) => `\${${name}}`).join(' and ')}`;
  }

  private problemAt(offset: number, message: string): FileProblem {
    const { line, col } = this.lines.linePos(offset);
    return { file: this.file, line: Math.max(line, 1), column: Math.max(col, 1), message };
  }

  /** The value at the path; where there is none, because it is missing, the nearest that holds it. */
  private offsetOf({ path, at }: Fault): number {
    let node: unknown = this.document.contents;
    let offset = startOf(node) ?? 0;
    for (const [depth, part] of path.entries()) {
      if (isAlias(node)) node = node.resolve(this.document);
      const isLast = depth === path.length - 1;
      const next = childOf(node, part, isLast && at === 'name');
      if (next === undefined) break;
      offset = startOf(next) ?? offset;
      node = next;
    }
    return offset;
  }
}

function childOf(node: unknown, part: PathPart, name: boolean): Node | ParsedNode | undefined {
  if (isSeq(node) && typeof part === 'number') return asNode(node.items[part]);
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && key.value === part);
  if (!pair) return undefined;
  const value = asNode(pair.value);
  // An empty value has no place of its own worth pointing at.
  return name || !value || (isScalar(value) && value.value === null && value.source === '') ? asNode(pair.key) : value;
}

const asNode = (value: unknown): Node | undefined => (isNode(value) ? value : undefined);
const startOf = (value: unknown): number | undefined => (isNode(value) ? value.range?.[0] : undefined);
