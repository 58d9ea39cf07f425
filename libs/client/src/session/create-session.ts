import type { PendingCard, Session } from '@parley/contracts';
import type { Http, HttpCall } from '../http/http.js';
import { newKey } from '../new-key.js';
import { ProblemError } from '../problem-error.js';
import { allMessages } from '../run/all-messages.js';
import { type LiveRun, liveRun } from '../run/live-run.js';
import { answerList } from './answer-list.js';
import type { ConsultationSession, RequestOptions, Restored, RunOptions } from './consultation-session.js';

export function createSession(http: Http, id: string): ConsultationSession {
  const sessionPath = `/sessions/${encodeURIComponent(id)}`;
  let runs: LiveRun[] = [];
  /** Settles when the latest request was taken, or was not. */
  let sent: Promise<unknown> = Promise.resolve();
  let requests = 0;

  const live = (): LiveRun[] => runs.filter((run) => run.isLive());

  function begin(what: { start?: HttpCall; runId?: string }, { signal, ...handlers }: RunOptions, isAdded = false): LiveRun {
    requests += 1;
    if (!isAdded) for (const run of live()) run.supersede();
    const run = liveRun({ http, sessionPath, ...what, after: sent, handlers, signal });
    if (what.start) sent = run.accepted;
    runs = [...runs.filter((other) => other.isOpen()), run];
    return run;
  }

  function post(kind: 'chat' | 'resume', body: object, options: RequestOptions, isAdded?: boolean): LiveRun {
    const { idempotencyKey = newKey(), ...others } = options;
    const headers = { 'idempotency-key': idempotencyKey };
    const start: HttpCall = { method: 'POST', path: `${sessionPath}/${kind}`, headers, body: { ...body, ...membersOf(options) } };
    return begin({ start }, others, isAdded);
  }

  async function sessionNow(): Promise<Session | null> {
    try {
      return await http.json<Session>({ path: sessionPath });
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'session_not_found') return null;
      throw error;
    }
  }

  const session: ConsultationSession = {
    id,
    chat: (message, options = {}) => post('chat', { message }, options, options.on_active_turn === 'enqueue'),
    resume: ({ card_id, action, answers }, options = {}) => {
      const user_response = { action, answers: action === 'cancel' ? undefined : answerList(answers) };
      return post('resume', { card_id, user_response }, options);
    },
    follow: ({ runId, ...options } = {}) => begin({ runId }, options),
    abort: async ({ runId } = {}) => {
      const [run, ...others] = live();
      for (const each of live()) each.stop();
      // Of several some wait, and only without an id all are stopped.
      const run_id = runId ?? (others.length ? undefined : await run?.accepted);
      return http.json({ method: 'POST', path: `${sessionPath}/abort`, body: { run_id } });
    },
    messages: () => allMessages(http, sessionPath),
    pendingCard: async () => (await http.json<PendingCard>({ path: `${sessionPath}/pending_card` })).card,
    restore: async (options = {}): Promise<Restored> => {
      const requestsBefore = requests;
      for (let rounds = 1; ; rounds++) {
        const now = await sessionNow();
        if (!now) return { session: null, messages: [], card: null, run: null };
        const [messages, card] = await Promise.all([session.messages(), session.pendingCard()]);
        // A turn began while this was read: what was read does not fit together.
        if (rounds < 4 && messages.some(({ turn }) => turn > now.turn)) continue;
        const runId = now.active_run_id ?? undefined;
        const isFollowed = runId && requests === requestsBefore && !options.signal?.aborted;
        return {
          session: now,
          messages: messages.filter(({ run_id, role }) => run_id !== runId || role === 'user'),
          card,
          run: isFollowed ? begin({ runId }, options) : null,
        };
      }
    },
    close: () => {
      for (const run of runs) run.leave();
    },
  };
  return session;
}

/** What of the options the server gets: a misspelt policy too, which it refuses. What is the client's own has no `_` in its name. */
const membersOf = (options: object): object => Object.fromEntries(Object.entries(options).filter(([name]) => name.includes('_')));
