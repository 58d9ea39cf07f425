import type { RunEventOf } from '@parley/contracts';
import type { ClientEvent } from '../run/run.js';
import type { ToolUse } from './consultation-state.js';

type Work = (RunEventOf<'thinking'> | RunEventOf<'tool_call'> | RunEventOf<'tool_result'>) & { seq: number };

/** What a run showed besides its text, added up, and taken back by `rewind`. */
export class ShownWork {
  #events: Work[] = [];
  #thinking = '';
  #tools: readonly ToolUse[] = [];

  get thinking(): string {
    return this.#thinking;
  }

  get tools(): readonly ToolUse[] {
    return this.#tools;
  }

  add(event: ClientEvent): void {
    if (event.event === 'rewind') {
      const kept = this.#events.filter(({ seq }) => seq <= event.data.to_seq);
      [this.#events, this.#thinking, this.#tools] = [[], '', []];
      for (const each of kept) this.#take(each);
    } else if (event.event === 'thinking' || event.event === 'tool_call' || event.event === 'tool_result') this.#take(event);
  }

  #take(event: Work): void {
    this.#events.push(event);
    if (event.event === 'thinking') this.#thinking += event.data.text;
    else if (event.event === 'tool_call') {
      const { call_id, name, arguments: given } = event.data;
      this.#tools = [...this.#tools, { call_id, name, arguments: given }];
    } else {
      const { call_id, result: value, is_error: isError } = event.data;
      this.#tools = this.#tools.map((use) => (use.call_id === call_id ? { ...use, result: { value, isError } } : use));
    }
  }
}
