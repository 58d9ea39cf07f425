import { MAX_TOOL_RESULT_BYTES } from '@parley/contracts';
import type { ArgumentCheck } from './argument-schema.js';
import { readArguments } from './read-arguments.js';
import { beforeDeadline, ToolTimeout } from './tool-deadline.js';
import { failedWith, ToolFailure } from './tool-failure.js';
import type { CheckedCall, Toolbox, ToolCallContext, ToolOutcome, ToolRequest, ToolSpec } from './tool.js';

/** A tool ready to be called. */
export interface ReadyTool {
  readonly spec: ToolSpec;
  readonly timeoutMs: number;
  readonly faultsOf: ArgumentCheck;
  /** What it throws is a failure; the message of a `ToolFailure` is told to the model. */
  call(args: Record<string, unknown>, ctx: ToolCallContext): Promise<ToolOutcome>;
}

export class ResolvedToolbox implements Toolbox {
  readonly specs: readonly ToolSpec[];
  private readonly byName: ReadonlyMap<string, ReadyTool>;

  constructor(tools: readonly ReadyTool[]) {
    this.specs = tools.map(({ spec }) => spec);
    this.byName = new Map(tools.map((tool) => [tool.spec.name, tool]));
  }

  check({ name, argumentsText }: ToolRequest): CheckedCall {
    const read = readArguments(argumentsText);
    const tool = this.byName.get(name);
    if (!tool) return { ok: false, args: read.args, message: this.noSuchTool(name) };
    const { spec } = tool;
    if ('message' in read) return { ok: false, ...read, spec };
    const faults = tool.faultsOf(read.args);
    if (faults !== undefined) return { ok: false, args: read.args, message: `The arguments don't fit:\n${faults}`, spec };
    return { ok: true, args: read.args, spec };
  }

  async run({ name }: ToolSpec, args: Record<string, unknown>, ctx: ToolCallContext): Promise<ToolOutcome> {
    const { signal, log, stepId } = ctx;
    signal.throwIfAborted();
    const tool = this.byName.get(name);
    if (!tool) return failedWith(this.noSuchTool(name));
    try {
      return withinSize(
        await beforeDeadline({ timeoutMs: tool.timeoutMs, signal }, (ending) => tool.call(args, { ...ctx, signal: ending })),
      );
    } catch (error) {
      signal.throwIfAborted();
      log.warn('a tool failed', { tool: name, stepId, err: error });
      return failedWith(error instanceof ToolFailure || error instanceof ToolTimeout ? error.message : 'The tool failed.');
    }
  }

  private noSuchTool(name: string): string {
    return `There is no tool ${JSON.stringify(name.slice(0, 100))}. Tools: ${[...this.byName.keys()].join(', ')}.`;
  }
}

function withinSize(outcome: ToolOutcome): ToolOutcome {
  const bytes = Buffer.byteLength(JSON.stringify(outcome.value));
  if (bytes <= MAX_TOOL_RESULT_BYTES) return outcome;
  return failedWith(`The tool's result is too large: ${bytes} bytes, at most ${MAX_TOOL_RESULT_BYTES} are possible.`);
}
