import type { Card, Message, Session } from '@parley/contracts';
import { json, page, problem } from './answers.js';
import type { RawReply, RawServer } from './raw-server.js';
import { RUN } from './runs.js';

/** What a server has stored of session `s1`, and who listens to it. */
export class FakeConsultation {
  session: Session | null = null;
  messages: Message[] = [];
  card: Card | null = null;
  readonly #listeners: RawReply[] = [];

  constructor(server: RawServer) {
    const unknown = problem(404, 'session_not_found');
    server.on(/^GET \/sessions\/s1$/, (reply, request) => (this.session ? json(this.session) : unknown)(reply, request));
    server.on(/messages/, (reply, request) => page(this.messages)(reply, request));
    server.on(/pending_card/, (reply) => reply.json(200, { has_pending_card: this.card !== null, card: this.card }));
    server.on(/^GET \/feed/, (reply, request) => {
      if (!this.session) return unknown(reply, request);
      this.#listeners.push(reply.stream());
      return this.tell();
    });
  }

  get listeners(): number {
    return this.#listeners.filter(({ socket }) => !socket.destroyed).length;
  }

  /** The session is now like this; whoever listens is told. */
  async now(more: Partial<Session>): Promise<void> {
    this.session = { ...(this.session ?? SESSION), ...more };
    await this.tell();
  }

  async deleted(): Promise<void> {
    this.session = null;
    const frame = 'event: deleted\ndata: {"type":"deleted","data":{"session_id":"s1"}}\n\n';
    await Promise.all(this.#listeners.filter(({ socket }) => !socket.destroyed).map((reply) => reply.write(frame)));
  }

  async tell(): Promise<void> {
    const frame = `event: session\ndata: ${JSON.stringify({ type: 'session', data: this.session })}\n\n`;
    await Promise.all(this.#listeners.filter(({ socket }) => !socket.destroyed).map((reply) => reply.write(frame)));
  }

  /** A turn is over, and stored. */
  stored(turn: number, user: string, assistant: Partial<Message>, runId = RUN): void {
    const both = { turn, run_id: runId, created_at: SESSION.created_at };
    this.messages.push({ ...both, message_id: `${runId}-user`, role: 'user', content: user });
    this.messages.push({ ...both, message_id: `${runId}-assistant`, role: 'assistant', content: '', ...assistant });
  }
}

export const SESSION: Session = {
  session_id: 's1',
  agent_id: 'talk',
  title: '',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  turn: 1,
  active_run_id: null,
  awaiting_card: null,
};
