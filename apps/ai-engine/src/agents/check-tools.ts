import { schemaFaults } from '../tools/schema-faults.js';
import { type Expectation, isRecord } from './expect.js';
import { expected, type Fault, type PathPart } from './fault.js';
import { type FaultMessage, listed, quoted, saying } from './fault-message.js';
import { didYouMean } from './did-you-mean.js';
import { checkShape } from './shape-faults.js';
import { ANY_TEXT, HEADER_NAME, HEADER_VALUE, HttpServerFile, McpToolFile, ModuleToolFile, ProcessFile } from './tool-file.js';

/** One entry of `tools`: what of it is right. */
export type ToolFile =
  | { kind: 'module'; file: Partial<ModuleToolFile> }
  | { kind: 'http'; file: Partial<HttpServerFile>; tools: Partial<McpToolFile>[] }
  | { kind: 'stdio'; file: Partial<ProcessFile>; tools: Partial<McpToolFile>[] };

export interface CheckedTools {
  faults: Fault[];
  /** By their place in the file; undefined where it is not even clear what kind of entry it is. */
  files: (ToolFile | undefined)[];
  /** The names of all tools, those included of which something else is wrong. */
  names: string[];
}

/** The agent's `tools`. */
export function checkTools(entries: readonly unknown[]): CheckedTools {
  const check = new ToolsCheck();
  const files = entries.map((entry, index) => check.entry(entry, ['tools', index]));
  return { faults: check.faults, files, names: check.names };
}

class ToolsCheck {
  readonly faults: Fault[] = [];
  readonly names: string[] = [];
  private readonly servers: string[] = [];

  entry(entry: unknown, path: readonly PathPart[]): ToolFile | undefined {
    if (!isRecord(entry)) return this.refuse(path, expected('a tool or an MCP server', entry));
    if (!Object.hasOwn(entry, 'mcp')) return this.moduleTool(entry, path);
    const hasUrl = Object.hasOwn(entry, 'url');
    if (hasUrl === Object.hasOwn(entry, 'command')) return this.refuse(path, 'expected either a url or a command');
    return hasUrl ? this.httpServer(entry, path) : this.process(entry, path);
  }

  private process(entry: unknown, path: readonly PathPart[]): ToolFile {
    const server = this.server(ProcessFile, entry, path);
    const { args = [], env = {} } = server.file;
    args.forEach((arg, index) => this.expect(ANY_TEXT, arg, [...path, 'args', index]));
    for (const [name, value] of Object.entries(env)) this.expect(ANY_TEXT, value, [...path, 'env', name]);
    return { kind: 'stdio', ...server };
  }

  private httpServer(entry: unknown, path: readonly PathPart[]): ToolFile {
    const server = this.server(HttpServerFile, entry, path);
    for (const [name, value] of Object.entries(server.file.headers ?? {})) {
      const at = [...path, 'headers', name];
      if (!HEADER_NAME.fits(name)) this.faults.push({ path: at, message: expected(HEADER_NAME.what, name), at: 'name' });
      else this.expect(HEADER_VALUE, value, at);
    }
    const { username, password } = URL.parse(server.file.url ?? '') ?? {};
    if (username || password) this.refuse([...path, 'url'], 'expected no user and password in it; headers may hold them');
    return { kind: 'http', ...server };
  }

  private moduleTool(entry: unknown, path: readonly PathPart[]): ToolFile {
    const { faults, value: file } = checkShape(ModuleToolFile, entry, path);
    this.faults.push(...faults);
    if (file.parameters) this.faults.push(...schemaFaults(file.parameters, [...path, 'parameters']));
    this.nameOnce(this.names, 'tool', file.name, [...path, 'name']);
    return { kind: 'module', file };
  }

  private server<T extends HttpServerFile | ProcessFile>(
    shape: new () => T,
    entry: unknown,
    path: readonly PathPart[],
  ): { file: Partial<T>; tools: Partial<McpToolFile>[] } {
    const { faults, value: file } = checkShape(shape, entry, path);
    this.faults.push(...faults);
    this.nameOnce(this.servers, 'server', file.mcp, [...path, 'mcp']);
    if (file.tools?.length === 0) this.refuse([...path, 'tools'], expected('the tools of it that may be used', file.tools));
    return { file, tools: (file.tools ?? []).map((tool, index) => this.serverTool(tool, [...path, 'tools', index])) };
  }

  /** A name, or an object with more about it. */
  private serverTool(tool: unknown, path: readonly PathPart[]): Partial<McpToolFile> {
    const isName = typeof tool === 'string';
    const { faults, value: file } = checkShape(McpToolFile, isName ? { name: tool } : tool, path);
    this.faults.push(...faults.map((fault) => (isName ? { ...fault, path } : fault)));
    this.nameOnce(this.names, 'tool', file.name, isName ? path : [...path, 'name']);
    return file;
  }

  private nameOnce(taken: string[], what: string, name: string | undefined, path: readonly PathPart[]): void {
    if (name === undefined) return;
    if (taken.includes(name)) this.refuse(path, saying`${quoted(name)} is the name of another ${what}`);
    else taken.push(name);
  }

  private expect({ what, fits }: Expectation, value: unknown, path: readonly PathPart[]): void {
    if (!fits(value)) this.refuse(path, expected(what, value));
  }

  private refuse(path: readonly PathPart[], message: FaultMessage): undefined {
    this.faults.push({ path, message });
    return undefined;
  }
}

/** The tools that a node names. */
export function toolNameFaults(used: readonly unknown[] = [], known: readonly string[], path: readonly PathPart[]): Fault[] {
  return used.flatMap((name, index) => {
    const at = [...path, index];
    if (typeof name !== 'string' || !known.includes(name)) return [{ path: at, message: unknownTool(name, known) }];
    return used.indexOf(name) === index ? [] : [{ path: at, message: saying`${quoted(name)} is named twice` }];
  });
}

function unknownTool(name: unknown, known: readonly string[]): FaultMessage {
  const tools = known.length === 0 ? 'this agent has none' : listed(known);
  return saying`${expected(saying`the name of a tool (${tools})`, name)}${didYouMean(name, known)}`;
}
