import { GraphRecursionError } from '@langchain/langgraph';
import type { CheckpointPendingWrite } from '@langchain/langgraph-checkpoint';
import type { Card, ThreadId } from '@parley/contracts';
import { ParleyError } from '@parley/contracts';
import type { Agent } from '../agents/agent.js';
import type { RedisCheckpointer } from '../checkpoint/redis-checkpointer.js';
import { compileGraph, furthest, type ConsultationGraph } from './consultation-graph.js';
import { RUN_CONTEXT, type RunContext } from './run-context.js';
import { takeIn } from './take-in.js';
import type { ShownMark, ThreadState } from './thread-state.js';

/** How a turn's way through the graph ended. */
export interface Consulted {
  /** Absent where the turn is complete. */
  card?: Card;
}

/** The port to the graph: everything that knows LangGraph is behind it. */
export class Consultation {
  private readonly graphs = new WeakMap<Agent, ConsultationGraph>();

  constructor(private readonly checkpointer: RedisCheckpointer) {}

  /**
   * The last checkpoint's state; undefined where the thread has none. A node that finished in the superstep after it will not
   * run again, so what it has shown stands.
   */
  async load(threadId: ThreadId): Promise<ThreadState | undefined> {
    const tuple = await this.checkpointer.getTuple({ configurable: { thread_id: threadId } });
    const values = tuple?.checkpoint.channel_values as Partial<ThreadState> | undefined;
    if (!values?.turn) return undefined;
    const saved = values as ThreadState;
    return { ...saved, shown: (tuple?.pendingWrites ?? []).reduce(shownBy, saved.shown) };
  }

  /**
   * Runs the turn from where the thread stands: a new turn takes its input in and starts at the router; an attempt that
   * takes a run over goes on from the last checkpoint. When it resolves, every checkpoint is written. Throws what a node
   * threw, the signal's reason, or `CheckpointFenced` when another turn or attempt holds the thread.
   */
  async run(context: RunContext, saved: ThreadState | undefined): Promise<Consulted> {
    const isTakeOver = saved?.turn.runId === context.runId;
    if (isTakeOver && saved.phase !== 'running') return consulted(saved);
    const input = isTakeOver ? null : takeIn(saved, context);
    return consulted(await this.drive(context, input));
  }

  private async drive(context: RunContext, input: Partial<ThreadState> | null): Promise<ThreadState> {
    const { threadId, epoch, claimed, agent } = context;
    const configurable = { thread_id: threadId, parley_fence: `${epoch}:${claimed.attempt}`, [RUN_CONTEXT]: context };
    try {
      return await this.graphOf(agent).invoke(input, {
        configurable,
        // The calls that a model wants must be certain before they run: another worker would be told others.
        durability: agent.tools.length > 0 ? 'sync' : 'async',
        recursionLimit: agent.maxSteps,
      });
    } catch (error) {
      if (!(error instanceof GraphRecursionError)) throw error;
      const cause = new Error(`agent ${agent.id} took more than max_steps (${agent.maxSteps}) steps in one turn`);
      throw new ParleyError('skill_failed', {}, { cause });
    }
  }

  private graphOf(agent: Agent): ConsultationGraph {
    let graph = this.graphs.get(agent);
    if (!graph) {
      graph = compileGraph(agent, this.checkpointer);
      this.graphs.set(agent, graph);
    }
    return graph;
  }
}

const shownBy = (mark: ShownMark, [, channel, value]: CheckpointPendingWrite): ShownMark =>
  channel === 'shown' ? furthest(mark, value as ShownMark) : mark;

/** What a later attempt of a run may rely on being in its log. */
export function shownUpTo(saved: ThreadState | undefined, runId: string): ShownMark {
  return saved?.shown.runId === runId ? saved.shown : { runId, seq: 1, textBytes: 0 };
}

const consulted = ({ card }: ThreadState): Consulted => (card ? { card } : {});
