export interface FileProblem {
  file: string;
  /** From 1; absent where the file as a whole is meant. */
  line?: number;
  column?: number;
  /** What was expected, what came. */
  message: string;
}

/** Agent files that are wrong: every problem of every file, so that all can be put right at once. */
export class AgentFileError extends Error {
  override readonly name = 'AgentFileError';

  /** In the order of their places. */
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    const inOrder = problems.toSorted(byPlace);
    super(inOrder.map(problemText).join('\n'));
    this.problems = inOrder;
  }
}

function byPlace(a: FileProblem, b: FileProblem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

/** `agents/echo/agent.yaml:4:10: timeout: expected a duration …, came …` */
export function problemText({ file, line, column, message }: FileProblem): string {
  return line === undefined ? `${file}: ${message}` : `${file}:${line}:${column ?? 1}: ${message}`;
}
