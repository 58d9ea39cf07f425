import type { OfferedTool } from '../model/model-request.js';
import { executeTools } from './execute-tools.js';
import type { SkillCall, SkillStep } from './skill-call.js';
import { type WantedCalls, wantCalls } from './tool-work.js';

/** Talks with the model once, offering it the tools: the skill's result, or the calls it wants instead. */
export type Talk = (tools: readonly OfferedTool[]) => Promise<Extract<SkillStep, { result: unknown }> | WantedCalls>;

/**
 * One step of a node whose model may use tools: it runs the calls that wait for it, or else talks with the model. Between two
 * steps lies a checkpoint, so that a crash repeats one of them at most, with the same calls.
 */
export async function withTools(names: readonly string[], call: SkillCall, talk: Talk): Promise<SkillStep> {
  const toolbox = await call.openTools(names);
  if (call.work && call.work.calls.length > 0) return { work: await executeTools(call.work, toolbox, call) };
  const said = await talk(toolbox.specs.map(({ name, description, parameters }) => ({ name, description, parameters })));
  return 'result' in said ? said : { work: wantCalls(call.work, said, toolbox, call.itemBase) };
}
