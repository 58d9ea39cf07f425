import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchema, McpTool, ModuleTool } from '../agents/agent-tool.js';
import { type ArgumentCheck, argumentCheck } from './argument-schema.js';
import { callModule } from './module-tool.js';
import type { McpLink } from './mcp/mcp-link.js';
import { mcpOutcome } from './mcp/mcp-outcome.js';
import type { ReadyTool } from './resolved-toolbox.js';

/** Compiled once for each schema, and forgotten with it: a server's is another one whenever its list was read again. */
const checks = new WeakMap<JsonSchema, ArgumentCheck>();

function checkOf(schema: JsonSchema, strict: boolean): ArgumentCheck {
  let check = checks.get(schema);
  if (!check) {
    check = argumentCheck(schema, { strict });
    checks.set(schema, check);
  }
  return check;
}

export function readyModuleTool(tool: ModuleTool): ReadyTool {
  const { name, description, parameters, confirm, visible, timeoutMs } = tool;
  return {
    spec: { name, description, parameters, confirm, visible },
    timeoutMs,
    faultsOf: checkOf(parameters, true),
    call: (args, ctx) => callModule(tool, args, ctx),
  };
}

/** Throws where the server's schema can't be compiled. */
export function readyMcpTool(tool: McpTool, offered: Tool, link: McpLink): ReadyTool {
  const { name, confirm, visible, timeoutMs } = tool;
  const { inputSchema: parameters, description = offered.title ?? name } = offered;
  return {
    spec: { name, description, parameters, confirm, visible },
    timeoutMs,
    faultsOf: checkOf(parameters, false),
    call: async (args, { stepId, signal, log }) => {
      const outcome = mcpOutcome(await link.call(name, args, { stepId, signal }));
      if (outcome.isError) log.info('a tool answered with an error', { tool: name, stepId, answer: logged(outcome.value) });
      return outcome;
    },
  };
}

const MAX_LOGGED = 500;
const logged = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_LOGGED);
