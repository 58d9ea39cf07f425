import {
  sessionKey,
  type Card,
  type ClaimedTurn,
  type RunEvent,
  type RunId,
  type SkillContext,
  type SkillResult,
  type TurnAnswers,
} from '@parley/contracts';
import type { Agent } from '../../agents/agent.js';
import type { RedisCheckpointer } from '../../checkpoint/redis-checkpointer.js';
import { RedisFixture } from '../../checkpoint/test/redis-fixture.js';
import type { ModelClient } from '../../model/model-client.js';
import { UsageMeter } from '../../model/usage-meter.js';
import { ResolvedToolbox } from '../../tools/resolved-toolbox.js';
import type { Toolbox } from '../../tools/tool.js';
import { RunJournal } from '../../run/run-journal.js';
import { Consultation } from '../consultation.js';
import type { RunContext } from '../run-context.js';
import type { ThreadState } from '../thread-state.js';
import { claimedTurn } from './states.js';

export interface Turn {
  events: RunEvent[];
  card?: Card;
  state: ThreadState | undefined;
}

/** Turns of one thread through the real graph and checkpointer; the log is a list. */
export class ConsultationFixture {
  readonly redis = new RedisFixture();
  model = {} as ModelClient;
  /** Each checkpoint waits for it. */
  beforePut = async (): Promise<void> => undefined;
  /** What every node may use. */
  toolbox: Toolbox = new ResolvedToolbox([]);
  private readonly tools = { open: async () => this.toolbox };
  private turns = 0;
  private chatTurn = 0;

  constructor() {
    beforeEach(() => {
      this.turns = 0;
      this.chatTurn = 0;
      this.beforePut = async () => undefined;
    });
  }

  chat(agent: Agent, message = 'hello', signal?: AbortSignal): Promise<Turn> {
    this.chatTurn = this.turns + 1;
    return this.turn(agent, { kind: 'chat', message }, signal);
  }

  resume(
    agent: Agent,
    card: Card,
    values: Record<string, Record<string, unknown>>,
    action: TurnAnswers['action'] = 'submit',
  ): Promise<Turn> {
    const items = card.items
      .filter(({ skill }) => skill in values)
      .map(({ item_id, skill }) => ({ item_id, skill, values: values[skill] ?? {} }));
    const answers = [{ turn: this.turns + 1, chat_turn: this.chatTurn, card_id: card.card_id, action, items }];
    return this.turn(agent, { kind: 'resume', answers });
  }

  /** Answers items with one question each, by the id of the item. */
  answer(agent: Agent, card: Card, said: Record<string, unknown>): Promise<Turn> {
    const items = card.items
      .filter(({ item_id }) => item_id in said)
      .map(({ item_id, skill, questions }) => ({ item_id, skill, values: { [questions[0]!.field_key]: said[item_id] } }));
    const answers = [{ turn: this.turns + 1, chat_turn: this.chatTurn, card_id: card.card_id, action: 'submit' as const, items }];
    return this.turn(agent, { kind: 'resume', answers });
  }

  /** The same turn again, as another worker finds it after a crash. */
  takeOver(agent: Agent): Promise<Turn> {
    this.turns -= 1;
    return this.turn(agent, { kind: 'chat', attempt: 2 });
  }

  /** What a worker that starts now would find. */
  saved(): Promise<ThreadState | undefined> {
    return new Consultation(this.redis.saver({ fenced: true })).load(this.redis.threadId);
  }

  private saver(): RedisCheckpointer {
    const saver = this.redis.saver({ fenced: true });
    const put = saver.put.bind(saver);
    saver.put = async (...args) => {
      await this.beforePut();
      return put(...args);
    };
    return saver;
  }

  private async turn(agent: Agent, claimed: Partial<ClaimedTurn>, signal = new AbortController().signal): Promise<Turn> {
    const turn = ++this.turns;
    const threadId = this.redis.threadId;
    const runId = `chat-0190a000-0000-7000-8000-00000000000${turn}` as RunId;
    const full = claimedTurn({ ...claimed, turn, chat_turn: this.chatTurn });
    const epoch = 1000 + turn;
    await this.redis.client.hset(sessionKey(threadId), 'fence', `${epoch}:${full.attempt}`);
    const events: RunEvent[] = [];
    const journal = new RunJournal(
      async (batch) => (events.push(...batch.events), { outcome: 'appended' }),
      { runId, epoch, attempt: full.attempt, lastSeq: 1, text: '' },
      signal,
      () => undefined,
    );
    const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
    const context: RunContext = {
      ...{ threadId, runId, epoch, agent, claimed: full, journal, signal },
      user: { id: 'u1', tenant_id: 'default' },
      lang: 'en',
      model: this.model,
      tools: this.tools,
      usage: new UsageMeter(),
      log: silent,
      isTracing: true,
    };
    const consultation = new Consultation(this.saver());
    const { card } = await consultation.run(context, await consultation.load(threadId));
    return { events, card, state: await consultation.load(threadId) };
  }
}

/** A module that notes what it was called with and does what it is told. */
export function recorder(act: (ctx: SkillContext, call: number) => Promise<SkillResult> | SkillResult) {
  const calls: Pick<SkillContext, 'answers' | 'cancelled' | 'stepId' | 'state'>[] = [];
  const run = async (ctx: SkillContext): Promise<SkillResult> => {
    const { answers, cancelled, stepId, state } = ctx;
    calls.push({ answers, cancelled, stepId, state });
    return act(ctx, calls.length);
  };
  return { calls, module: { run } };
}
