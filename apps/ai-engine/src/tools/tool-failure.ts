import type { ToolOutcome } from './tool.js';

/** A tool failed in a way that the model may read of: the message is told to it. The reason is for the log. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
}

export const failedWith = (message: string): ToolOutcome => ({ isError: true, value: message });
