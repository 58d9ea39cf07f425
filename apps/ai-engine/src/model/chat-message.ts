/** A tool's use that the model wishes. `argumentsText` is what it wrote: it may not be JSON. */
export interface ModelToolCall {
  /** Unique in the answer; made up where the server gave none. */
  readonly callId: string;
  readonly name: string;
  readonly argumentsText: string;
}

/** What the engine tells a model. `ModelMessage` of the contracts is the part of it that module skills may write. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ModelToolCall[] }
  /** What came of the call with that `callId` of an assistant message above. */
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };
