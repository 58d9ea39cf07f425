import type { RunEventOf } from '@parley/contracts';
import type { ClientEvent } from '../run/run.js';
import type { RemoteOutput, ToolUse } from './consultation-state.js';

type Work = RunEventOf<'thinking' | 'tool_call' | 'tool_result' | 'remote_agent_output'> & { seq: number };

const WORK: Record<Work['event'], 1> = { thinking: 1, tool_call: 1, tool_result: 1, remote_agent_output: 1 };

/** What a run showed besides its text, added up, and taken back by `rewind`. */
export class ShownWork {
  #events: Work[] = [];
  #thinking = '';
  #tools: readonly ToolUse[] = [];
  #remote: readonly RemoteOutput[] = [];

  get thinking(): string {
    return this.#thinking;
  }

  get tools(): readonly ToolUse[] {
    return this.#tools;
  }

  get remote(): readonly RemoteOutput[] {
    return this.#remote;
  }

  add(event: ClientEvent): void {
    if (event.event === 'rewind') {
      const kept = this.#events.filter(({ seq }) => seq <= event.data.to_seq);
      [this.#events, this.#thinking, this.#tools, this.#remote] = [[], '', [], []];
      for (const each of kept) this.#take(each);
    } else if (isWork(event)) this.#take(event);
  }

  #take(event: Work): void {
    this.#events.push(event);
    if (event.event === 'thinking') this.#thinking += event.data.text;
    else if (event.event === 'remote_agent_output') this.#remote = [...this.#remote, event.data];
    else if (event.event === 'tool_call') {
      const { call_id, name, arguments: given } = event.data;
      this.#tools = [...this.#tools, { call_id, name, arguments: given }];
    } else {
      const { call_id, result: value, is_error: isError } = event.data;
      this.#tools = this.#tools.map((use) => (use.call_id === call_id ? { ...use, result: { value, isError } } : use));
    }
  }
}

const isWork = (event: ClientEvent): event is ClientEvent & Work => event.event in WORK;
