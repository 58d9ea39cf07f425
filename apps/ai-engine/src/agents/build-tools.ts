import type { AgentTool, McpServer } from './agent-tool.js';
import type { AgentParts } from './agent-parts.js';
import type { ToolFile } from './check-tools.js';
import { durationMs } from './duration.js';
import type { McpToolFile, ModuleToolFile } from './tool-file.js';

/** The tools of files that are right. What is wrong with a module is among the faults of `parts` then. */
export async function buildTools(files: readonly (ToolFile | undefined)[], parts: AgentParts): Promise<AgentTool[]> {
  const built = await Promise.all(files.map((entry, index) => buildEntry(entry, index, parts)));
  return built.flat();
}

async function buildEntry(entry: ToolFile | undefined, index: number, parts: AgentParts): Promise<AgentTool[]> {
  switch (entry?.kind) {
    case undefined:
      return [];
    case 'module': {
      const { module, description, parameters } = entry.file;
      const call = module === undefined ? undefined : await parts.toolModule(module, ['tools', index, 'module']);
      if (!call) return [];
      return [{ kind: 'module', ...common(entry.file), description: description ?? '', parameters: parameters ?? {}, call }];
    }
    case 'http':
    case 'stdio': {
      const server = serverOf(entry, parts);
      return entry.tools.map((tool) => ({ kind: 'mcp', ...common(tool), server }));
    }
  }
}

function serverOf(entry: Exclude<ToolFile, { kind: 'module' }>, parts: AgentParts): McpServer {
  const name = entry.file.mcp ?? '';
  if (entry.kind === 'http') return { kind: 'http', name, url: entry.file.url ?? '', headers: entry.file.headers ?? {} };
  const { command = '', args = [], env = {} } = entry.file;
  return { kind: 'stdio', name, command, args, env, cwd: parts.folder };
}

function common({ name = '', confirm = false, visible = true, timeout }: Partial<ModuleToolFile | McpToolFile>) {
  return { name, confirm, visible, timeoutMs: durationMs(timeout) ?? 0 };
}
