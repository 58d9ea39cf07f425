import type { Card, RunEvent } from '@parley/contracts';
import { ScriptedModel } from '@parley/testing';
import type { Agent } from '../../agents/agent.js';
import type { AgentTool } from '../../agents/agent-tool.js';
import { ModelClient } from '../../model/model-client.js';
import { ResolvedToolbox } from '../../tools/resolved-toolbox.js';
import type { ToolCallContext, ToolOutcome } from '../../tools/tool.js';
import { ConsultationFixture } from './consultation-fixture.js';
import { agentOf } from './states.js';

export interface Ran {
  name: string;
  args: Record<string, unknown>;
  stepId: string;
}

/** A consultation whose nodes may use `look`, `secret` (nobody sees it) and `pay` (it has to be confirmed), and a scripted model. */
export class ToolsFixture {
  readonly consultation = new ConsultationFixture();
  readonly model = new ScriptedModel();
  /** The calls that were made. */
  ran: Ran[] = [];
  /** What a tool does. */
  act: (name: string, ctx: ToolCallContext) => Promise<ToolOutcome> = answerByName;

  constructor() {
    beforeAll(async () => {
      await this.model.listen();
      this.consultation.model = new ModelClient({ baseURL: this.model.url, apiKey: '' });
      this.consultation.toolbox = new ResolvedToolbox([this.tool('look'), this.tool('secret'), this.tool('pay', true)]);
    });
    beforeEach(() => {
      this.model.reset();
      this.ran = [];
      this.act = answerByName;
    });
    afterAll(() => this.model.close());
  }

  tool(name: string, confirm = false) {
    return {
      spec: { name, description: name, parameters: { type: 'object' }, confirm, visible: name !== 'secret' },
      timeoutMs: 5000,
      faultsOf: (args: unknown) => (Object.hasOwn(args as object, 'bad') ? 'bad: is not known' : undefined),
      call: async (args: Record<string, unknown>, ctx: ToolCallContext) => {
        this.ran.push({ name, args, stepId: ctx.stepId });
        return this.act(name, ctx);
      },
    };
  }

  /** The model wants these, and says `done` when it has their results. */
  wants(...tools: string[]): void {
    this.model.when({}, { text: 'done' });
    this.model.when({}, { tool_calls: tools.map((name, n) => call(name, { n })) }, 1);
  }

  /** What the model was told came of its calls, in its n-th request. */
  toldOf(n: number): string[] {
    return (this.model.requests[n]?.view.messages ?? []).flatMap(({ role, content }) => (role === 'tool' ? content : []));
  }
}

const answerByName = async (name: string): Promise<ToolOutcome> => ({ isError: false, value: { from: name } });

/** What makes it an agent with tools; its nodes get theirs from the fixture. */
const LOOK: AgentTool = {
  ...{ kind: 'module', name: 'look', description: 'look', parameters: { type: 'object' } },
  ...{ confirm: false, visible: true, timeoutMs: 1000, call: () => null },
};

export const speaker = (more: Partial<Agent> = {}): Agent =>
  agentOf([], { answer: { kind: 'prompt', prompt: 'speak', tools: ['look', 'pay'] }, tools: [LOOK], ...more });

export const call = (name: string, args: Record<string, unknown> = {}) => ({ name, arguments: args });

export const namesOf = (events: readonly RunEvent[]): string[] =>
  events.map(({ event, data }) =>
    event === 'token' ? data.text : event === 'tool_call' || event === 'tool_result' ? `${event} ${data.name}` : event,
  );

/** Answers to the first items of a card. */
export const approvals = (card: Card, ...said: boolean[]): Record<string, unknown> =>
  Object.fromEntries(card.items.slice(0, said.length).map(({ item_id }, i) => [item_id, said[i]]));
