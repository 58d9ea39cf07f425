/** What a reader of a failed test wants to see of a stack. */
interface Logged {
  readonly processes: readonly { readonly name: string; readonly log: string }[];
}

/** The stacks of this test process that are up. */
export const runningStacks = new Set<Logged>();

/** Beyond this the beginning is left out. */
const MAX_CHARACTERS = 6000;

/**
 * What the processes of all stacks have printed since `mark`, each under its name; those that were silent are left out.
 * `mark`: an earlier answer of `markLogs`.
 */
export function logsSince(mark: ReadonlyMap<string, number>): string {
  return [...runningStacks]
    .flatMap(({ processes }) => processes)
    .map(({ name, log }) => ({ name, text: log.slice(mark.get(name) ?? 0) }))
    .filter(({ text }) => text !== '')
    .map(({ name, text }) => `── ${name}\n${text.length > MAX_CHARACTERS ? `…${text.slice(-MAX_CHARACTERS)}` : text}`)
    .join('\n');
}

export function markLogs(): Map<string, number> {
  return new Map([...runningStacks].flatMap(({ processes }) => processes).map(({ name, log }) => [name, log.length]));
}
