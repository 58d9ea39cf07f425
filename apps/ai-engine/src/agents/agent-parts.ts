import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SkillModule, ToolFunction } from '@parley/contracts';
import { parsePrompt } from '../prompts/parse-prompt.js';
import { isRecord } from './expect.js';
import type { Fault, PathPart } from './fault.js';
import { type Quote, saying } from './fault-message.js';

/** Imports a module by its file URL. */
export type ImportModule = (url: string) => Promise<unknown>;

export const importModule: ImportModule = (url) => import(url) as Promise<unknown>;

/** Loads what lies beside an agent's file, and collects what is wrong with it. */
export class AgentParts {
  readonly faults: Fault[] = [];
  /** Where the agent's file lies. */
  readonly folder: string;

  constructor(
    agentFile: string,
    private readonly importIt: ImportModule,
  ) {
    this.folder = dirname(agentFile);
  }

  /** The prompt's text; undefined where there is none or it is no template. `path` is where the agent's file names it. */
  async prompt(name: string, path: readonly PathPart[]): Promise<string | undefined> {
    const file = resolve(this.folder, name);
    try {
      const text = await readFile(file, 'utf8');
      parsePrompt(text);
      return text;
    } catch (error) {
      this.faults.push({ path, message: saying`expected a prompt in ${fileOf(name, file)}: ${reasonOf(error, name)}` });
      return undefined;
    }
  }

  /** A skill's module: its default export; undefined where it can't be loaded or has no `run`. Its own code runs now, once. */
  module(name: string, path: readonly PathPart[]): Promise<SkillModule | undefined> {
    return this.defaultExport(name, path, isSkillModule, 'export default { async run(ctx) { … } }');
  }

  /** A tool's module: its default export; undefined where it can't be loaded or is no function. */
  toolModule(name: string, path: readonly PathPart[]): Promise<ToolFunction | undefined> {
    return this.defaultExport(name, path, isToolFunction, 'export default async (args, ctx) => { … }');
  }

  private async defaultExport<T>(
    name: string,
    path: readonly PathPart[],
    fits: (value: unknown) => value is T,
    what: string,
  ): Promise<T | undefined> {
    const file = resolve(this.folder, name);
    try {
      const loaded = await this.importIt(pathToFileURL(file).href);
      const exported = isRecord(loaded) ? loaded.default : undefined;
      if (fits(exported)) return exported;
      this.faults.push({ path, message: saying`expected "${what}" in ${fileOf(name, file)}` });
    } catch (error) {
      this.faults.push({ path, message: saying`expected a module in ${fileOf(name, file)}: ${reasonOf(error, name)}` });
    }
    return undefined;
  }
}

function isSkillModule(value: unknown): value is SkillModule {
  return typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';
}

const isToolFunction = (value: unknown): value is ToolFunction => typeof value === 'function';

const fileOf = (name: string, file: string): Quote => ({ text: file, of: [name] });

/** Reasons name the file, mostly. */
function reasonOf(error: unknown, name: string): string | Quote {
  if (isRecord(error) && error.code === 'ENOENT') return 'there is no such file';
  return { text: String(isRecord(error) ? error.message : error), of: [name], instead: "it can't be loaded" };
}
