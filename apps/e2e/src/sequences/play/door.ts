import { setTimeout as delay } from 'node:timers/promises';
import type { Problem } from '@parley/contracts';
import { type FinishedRun, type GatewayApi, type Reply, type RunStream, type Stack, UnexpectedReply } from '@parley/testing';

/** How long a killed service may take to be back. */
const PATIENCE_MS = 30_000;
const AGAIN_AFTER_MS = 100;

/** Which gateway. */
export type Via = 0 | 1;

export type Reaction = { stream: RunStream } | { refused: Problem };

/**
 * The public API through either gateway. Where services are killed (`isRough`), what fails for that reason is tried again, as a
 * client does: through the other gateway, a POST with the same Idempotency-Key.
 */
export class Door {
  constructor(
    readonly stack: Stack,
    readonly isRough: boolean,
    private readonly user = 'anonymous',
  ) {}

  as(user: string): Door {
    return new Door(this.stack, this.isRough, user);
  }

  async through<T>(via: Via, call: (gateway: GatewayApi) => Promise<T>): Promise<T> {
    const deadline = performance.now() + PATIENCE_MS;
    for (let tries = 0; ; tries += 1) {
      try {
        return await call(this.stack.gateway((via + tries) % 2).with({ 'x-user-id': this.user }));
      } catch (error) {
        if (!this.isRough || !isPassing(error) || performance.now() > deadline) throw error;
        await delay(AGAIN_AFTER_MS);
      }
    }
  }

  /** A call whose refusal is a legal answer. */
  async react(via: Via, call: (gateway: GatewayApi) => Promise<RunStream>): Promise<Reaction> {
    try {
      return { stream: await this.through(via, call) };
    } catch (error) {
      if (error instanceof UnexpectedReply && error.reply.status < 500) return { refused: error.problem };
      throw error;
    }
  }

  /** A call of which any answer is looked at. */
  send(via: Via, method: string, path: string, body?: unknown): Promise<Reply> {
    return this.through(via, async (gateway) => {
      const reply = await gateway.send(method, path, body);
      if (reply.status === 503) throw new UnexpectedReply({ method, url: path }, reply);
      return reply;
    });
  }

  /** A run to its end; where its stream breaks off, or says that it cannot be followed, what the log says of it. */
  async follow(session: string, stream: RunStream): Promise<FinishedRun> {
    if (!this.isRough) return stream.finished();
    const run = await stream.finished().catch((error: unknown) => {
      if (!isPassing(error)) throw error;
    });
    if (run && run.terminal.event !== 'error') return run;
    return this.through(0, async (gateway) => (await gateway.stream(session, { runId: stream.runId })).finished());
  }
}

/** A refusal that says so, or a connection that was not there or broke. (Errors of Node's own are of another realm than a test's.) */
function isPassing(error: unknown): boolean {
  if (error instanceof UnexpectedReply) return error.reply.status === 503;
  const { code, message } = error as NodeJS.ErrnoException;
  return /^(ECONN|EPIPE)/.test(code ?? '') || /broke off/.test(message);
}
