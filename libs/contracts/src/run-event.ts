import type { Card } from './card.js';
import type { ErrorCode } from './error-table.js';

/** What a run says, in order (protocol, section 2). The discriminator is inside the payload on every hop. */
export interface RunEventData {
  run: { run_id: string; session_id: string; turn: number; agent_id: string; kind: RunKind };
  token: { text: string; node: string; message_id: string };
  thinking: { text: string; node: string };
  tool_call: { call_id: string; name: string; arguments: unknown; node: string };
  tool_result: { call_id: string; name: string; result?: unknown; is_error: boolean };
  remote_agent_output: { agent: string; text: string; item_id: string };
  todo: TodoData;
  card: Card;
  rewind: { to_seq: number; reason: 'worker_lost' };
  end: { status: EndStatus; output: string; usage?: Usage };
  preempted: { reason: PreemptedReason; by_run_id?: string };
  error: { code: ErrorCode; message: string; retryable: boolean; trace_id: string };
}

export type RunEventName = keyof RunEventData;
export type RunEvent = { [Name in RunEventName]: { event: Name; data: RunEventData[Name] } }[RunEventName];
export type RunEventOf<Name extends RunEventName> = Extract<RunEvent, { event: Name }>;

/** A run event at its place in the run: `seq` counts 1, 2, 3… without a hole. */
export type NumberedEvent = RunEvent & { seq: number };

export type RunKind = 'chat' | 'resume';
export type EndStatus = 'completed' | 'interrupted';
export type PreemptedReason = 'preempted' | 'aborted' | 'disconnected';

/** Tokens of all model calls of the turn, as the model counted them. */
export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

export interface TodoData {
  todo_id: string;
  matter_id?: string;
  session_id: string;
  run_id: string;
  title: string;
  kind?: string;
  status: 'open' | 'completed' | 'dismissed';
  due_at?: string;
  card_id?: string;
}

export const TERMINAL_EVENTS = ['end', 'preempted', 'error'] as const;
export type TerminalEventName = (typeof TERMINAL_EVENTS)[number];
export type TerminalEvent = RunEventOf<TerminalEventName>;

export const isTerminal = (event: RunEvent): event is TerminalEvent =>
  (TERMINAL_EVENTS as readonly string[]).includes(event.event);
