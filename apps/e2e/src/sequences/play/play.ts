import { randomBytes } from 'node:crypto';
import type { FinishedRun } from '@parley/testing';
import type { AgentId } from '../model/agents.js';
import { newWorld, type World } from '../model/world.js';
import type { Door } from './door.js';

/** One session while a sequence of commands is played in it: what it should be like (`world`), and the way to the real one. */
export class Play {
  readonly session = `seq-${randomBytes(8).toString('hex')}`;
  /** A user of its own: lists can be filtered by it. */
  readonly user = `user-of-${this.session}`;
  world: World;
  /** What was seen of each run, for those who join it later. */
  readonly runs = new Map<string, FinishedRun>();
  /** What was done, for whoever reads of a failure. */
  readonly told: string[] = [];
  #messages = 0;
  #keys = 0;

  readonly door: Door;

  constructor(door: Door, agent: AgentId) {
    this.door = door.as(this.user);
    this.world = newWorld(agent);
  }

  async open(): Promise<void> {
    const body = { session_id: this.session, agent_id: this.world.agent };
    await this.door.send(0, 'POST', '/sessions', body);
  }

  get effects() {
    return this.door.stack.effects;
  }

  /** A text that no other message of the session has: what modules do for it is told apart by it. */
  newMessage(): string {
    return `m${++this.#messages}`;
  }

  newKey(): Record<string, string> {
    return { 'idempotency-key': `key-${++this.#keys}` };
  }

  /** Adds to what is told of the current command. */
  tell(text: string): void {
    this.told.push(`${this.told.pop() ?? ''} ${text}`);
  }
}
