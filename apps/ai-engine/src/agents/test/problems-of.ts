import type { AgentFileError } from '../agent-file-error.js';
import { loadAgents } from '../load-agents.js';
import { agentFolder, importThroughRequire } from './agent-folder.js';

/** The problems of an agent file, as `line:column: message`. */
export async function problemsOf(
  yaml: string,
  files: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<string[]> {
  const dir = await agentFolder({ 'a/agent.yaml': yaml, 'a/answer.md': '', ...files });
  const error = await loadAgents([dir], env, { importModule: importThroughRequire }).then(
    () => undefined,
    (reason: AgentFileError) => reason,
  );
  return (error?.problems ?? []).map(({ line, column, message }) => `${line}:${column}: ${message}`);
}
