import type { ModuleTool } from '../agents/agent-tool.js';
import { type Fault, faultText } from '../agents/fault.js';
import { jsonCopy } from '../skills/json-copy.js';
import { frozenCopy } from './frozen-copy.js';
import type { ToolCallContext, ToolOutcome } from './tool.js';

/** Runs a tool of a module. Throws what it throws, and where it returns what JSON can't hold. */
export async function callModule(tool: ModuleTool, args: Record<string, unknown>, ctx: ToolCallContext): Promise<ToolOutcome> {
  const { stepId, signal, state, user, lang, log } = ctx;
  const returned = await tool.call(structuredClone(args), {
    stepId,
    signal,
    state: frozenCopy(state),
    user: frozenCopy(user),
    lang,
    log,
  });
  const { copy, faults } = jsonCopy(returned === undefined ? null : returned, () => true);
  if (faults.length > 0) throw noJson(faults);
  return { isError: false, value: copy };
}

const noJson = (faults: readonly Fault[]): Error =>
  new TypeError(`the tool returned no JSON: ${faults.slice(0, 5).map(faultText).join('; ')}`);
