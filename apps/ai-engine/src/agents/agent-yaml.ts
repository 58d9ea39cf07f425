import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, type ParsedNode, parseDocument } from 'yaml';
import { type Environment, expandPlaceholders } from './expand-placeholders.js';
import { type Fault, faultText, type PathPart } from './fault.js';
import type { FileProblem } from './agent-file-error.js';

/** A YAML file as a plain value, with the way back from a path in that value to a place in the file. */
export class AgentYaml {
  private readonly lines = new LineCounter();
  private readonly document;
  private readonly placeholders;

  constructor(
    private readonly file: string,
    text: string,
    env: Environment,
  ) {
    this.document = parseDocument(text, { lineCounter: this.lines, prettyErrors: false, uniqueKeys: true, stringKeys: true });
    this.placeholders = expandPlaceholders(this.document, env);
  }

  /** What is wrong with the file as YAML, and with its placeholders. */
  get problems(): FileProblem[] {
    const syntax = this.document.errors.map(({ pos, message }) => this.problemAt(pos[0], `not valid YAML: ${message}`));
    return [...syntax, ...this.placeholders.map(({ offset, message }) => this.problemAt(offset, message))];
  }

  /** Whether there is a value at all. */
  get readable(): boolean {
    return this.document.errors.length === 0;
  }

  toValue(): unknown {
    return this.document.toJS({ maxAliasCount: 100 }) as unknown;
  }

  problemOf(fault: Fault): FileProblem {
    return this.problemAt(this.offsetOf(fault), faultText(fault));
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
