import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImportModule } from '../agent-parts.js';

const folders: string[] = [];

/** A folder of agents with these files, by their paths in it. */
export async function agentFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agents-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

export async function removeAgentFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
}

/** Loads modules outside the tests' own module system, which has no dynamic import. */
const nodeRequire = createRequire(join(tmpdir(), 'x.js'));
export const importThroughRequire: ImportModule = async (url) => nodeRequire(fileURLToPath(url)) as unknown;

export const MINIMAL = `id: a
name: { en: A }
model: { name: m }
skills: []
answer: { prompt: answer.md }
`;
