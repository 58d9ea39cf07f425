import type { ToolContext } from '@parley/contracts';
import type { JsonSchema } from '../agents/agent-tool.js';

/** A tool as a model is told of it, and how its calls are handled. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** Of `type: object`. */
  readonly parameters: JsonSchema;
  /** A person is asked before it runs. */
  readonly confirm: boolean;
  /** The person reads of its calls and results. */
  readonly visible: boolean;
}

/** A call as the model wrote it. */
export interface ToolRequest {
  readonly callId: string;
  readonly name: string;
  /** Meant to be a JSON object. */
  readonly argumentsText: string;
}

/** A call held against its tool, which is absent where there is none. Where it is not ok, `message` is what the model is told, `args` what could be read of it. */
export type CheckedCall =
  | { readonly ok: true; readonly args: Record<string, unknown>; readonly spec: ToolSpec }
  | { readonly ok: false; readonly message: string; readonly args: unknown; readonly spec?: ToolSpec };

/** What is known about one call while it runs. The signal is the turn's: its reason is what an aborted call throws. */
export type ToolCallContext = ToolContext;

/** What came of a call. `value` is plain JSON; of an error it is the text the model is told. */
export interface ToolOutcome {
  readonly isError: boolean;
  readonly value: unknown;
  /** What a person is told instead, where that is not the same. */
  readonly shown?: unknown;
}

/** The tools of one node while it runs. */
export interface Toolbox {
  readonly specs: readonly ToolSpec[];
  /** Reads the arguments and holds them against the tool's schema: nothing is repaired or coerced. Never throws. */
  check(request: ToolRequest): CheckedCall;
  /**
   * Runs one call whose arguments passed `check`. Whatever goes wrong with the tool is an outcome; it throws nothing but the
   * signal's reason. Calls may run side by side. Each needs a `stepId` of its own, the same one when it is run again.
   */
  run(spec: ToolSpec, args: Record<string, unknown>, ctx: ToolCallContext): Promise<ToolOutcome>;
}
