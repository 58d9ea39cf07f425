import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Agent } from './agent.js';
import { AgentCatalog, type OverriddenAgent } from './agent-catalog.js';
import { AgentFileError, type FileProblem } from './agent-file-error.js';
import { AgentParts, type ImportModule, importModule } from './agent-parts.js';
import { AgentYaml } from './agent-yaml.js';
import { buildAgent } from './build-agent.js';
import type { Environment } from './expand-placeholders.js';

const AGENT_FILE = 'agent.yaml';

export interface LoadOptions {
  /** How skill modules are imported; the tests' module system has a way of its own. */
  importModule?: ImportModule;
}

/**
 * Loads every `<dir>/<id>/agent.yaml` with its prompts and modules; of two with the same id, the one of the later folder.
 * Throws one `AgentFileError` with all problems of all files.
 */
export async function loadAgents(dirs: readonly string[], env: Environment, options: LoadOptions = {}): Promise<AgentCatalog> {
  const found = await findAgentFiles(dirs);
  const loaded = await Promise.all(found.files.map((file) => loadAgent(file, env, options.importModule ?? importModule)));
  const problems = [...found.problems, ...loaded.flatMap((result) => ('problems' in result ? result.problems : []))];
  const agents = loaded.flatMap((result) => ('agent' in result ? result.agent : []));
  if (problems.length === 0 && agents.length === 0)
    problems.push({ file: dirs.join(', '), message: `no <id>/${AGENT_FILE} here` });
  if (problems.length > 0) throw new AgentFileError(problems);
  return new AgentCatalog(agents, found.overridden);
}

async function loadAgent(
  file: string,
  env: Environment,
  importIt: ImportModule,
): Promise<{ agent: Agent } | { problems: FileProblem[] }> {
  const yaml = new AgentYaml(file, await readFile(file, 'utf8'), env);
  if (yaml.value === undefined) return { problems: yaml.problems };
  const place = { file, folder: basename(dirname(file)) };
  const agent = await buildAgent(yaml.value, place, new AgentParts(file, importIt));
  const faults = Array.isArray(agent) ? agent : [];
  const problems = [...yaml.problems, ...faults.map((fault) => yaml.problemOf(fault))];
  return Array.isArray(agent) || problems.length > 0 ? { problems } : { agent };
}

interface FoundFiles {
  files: string[];
  overridden: OverriddenAgent[];
  problems: FileProblem[];
}

async function findAgentFiles(dirs: readonly string[]): Promise<FoundFiles> {
  const byId = new Map<string, string>();
  const overridden: OverriddenAgent[] = [];
  const problems: FileProblem[] = [];
  for (const dir of dirs) {
    const names = await readdir(resolve(dir)).catch((error: unknown) => {
      problems.push({
        file: dir,
        message: `expected a folder of agents: ${error instanceof Error ? error.message : String(error)}`,
      });
      return [];
    });
    for (const id of names.sort()) {
      const file = join(resolve(dir), id, AGENT_FILE);
      if (!(await isFile(file))) continue;
      const earlier = byId.get(id);
      if (earlier !== undefined) overridden.push({ id, file: earlier, by: file });
      byId.set(id, file);
    }
  }
  return { files: [...byId.values()], overridden, problems };
}

const isFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
