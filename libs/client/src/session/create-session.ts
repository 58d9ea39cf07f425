import type { PendingCard, Session } from '@parley/contracts';
import { aborter } from '../aborter.js';
import type { Http, HttpCall } from '../http/http.js';
import { newKey } from '../new-key.js';
import { unlessGone } from '../unless-gone.js';
import { allMessages } from '../run/all-messages.js';
import { type LiveRun, liveRun } from '../run/live-run.js';
import { answerList } from './answer-list.js';
import type { ChatOptions, ConsultationSession, Restored, RunOptions } from './consultation-session.js';

type Aborted = Awaited<ReturnType<ConsultationSession['abort']>>;

/** `path`: `/sessions/<id>`. */
export function createSession(http: Http, id: string, path: string): ConsultationSession {
  let runs: LiveRun[] = [];
  /** Settles when the latest request was taken, or was not. */
  let sent: Promise<unknown> = Promise.resolve();
  /** Ends what is being followed and read. */
  let closing = aborter();
  /** Ends the repeating of what would stop the next request. */
  let stopping = aborter();

  const live = (): LiveRun[] => runs.filter((run) => run.isLive());

  function begin(what: { start?: HttpCall; runId?: string }, options: RunOptions, isAdded = false): LiveRun {
    const older = isAdded ? [] : live();
    for (const each of older) each.mute(1);
    const run = liveRun({ http, path, ...what, after: sent, options, closing: closing.signal });
    void run.accepted.then((runId) => older.forEach((each) => (runId ? each.supersede() : each.mute(-1))));
    if (what.start) {
      sent = run.accepted;
      stopping.abort();
      stopping = aborter();
    }
    runs = [...live(), run];
    return run;
  }

  function post(kind: 'chat' | 'resume', body: object, options: ChatOptions): LiveRun {
    const { idempotencyKey = newKey() } = options;
    const headers = { 'idempotency-key': idempotencyKey };
    // The server gets a misspelt policy, too: it refuses that. What is the client's own has no `_` in its name.
    const members = Object.entries(options).filter(([name]) => name.includes('_'));
    const start: HttpCall = {
      method: 'POST',
      path: `${path}/${kind}`,
      headers,
      body: { ...body, ...Object.fromEntries(members) },
    };
    return begin({ start }, options, options.on_active_turn === 'enqueue');
  }

  const session: ConsultationSession = {
    id,
    chat: (message, options = {}) => post('chat', { message }, options),
    resume: ({ card_id, action, answers }, options = {}) =>
      post(
        'resume',
        { card_id, user_response: { action, answers: action === 'cancel' ? undefined : answerList(answers) } },
        options,
      ),
    follow: (options = {}) => begin({ runId: options.runId }, options),
    abort: ({ runId } = {}) => {
      const stopped = live().filter((run) => !runId || run.runId === runId);
      for (const run of stopped) run.stop(true);
      const { signal } = stopping;
      // Of several some wait, and only without an id all are stopped; once there is a newer request that is not repeated.
      const [first, second] = stopped;
      const which = runId ?? (second ? undefined : (first?.runId ?? first?.accepted));
      const aborted = Promise.all([which, runId ?? sent]).then(([run_id]) =>
        http.json<Aborted>(
          { method: 'POST', path: `${path}/abort`, body: { run_id } },
          undefined,
          run_id ? undefined : () => signal,
        ),
      );
      const settled = aborted.catch(() => stopped.forEach((run) => run.stop(false)));
      // What is sent next must not be what it stops.
      if (!runId) sent = settled;
      return aborted;
    },
    messages: () => allMessages(http, path, closing.signal),
    pendingCard: async () => (await http.json<PendingCard>({ path: `${path}/pending_card` }, closing.signal)).card,
    restore: async (options = {}): Promise<Restored> => {
      const { signal } = closing;
      const before = runs;
      await sent;
      for (let rounds = 1; ; rounds++) {
        const now = await unlessGone(http.json<Session>({ path }, signal));
        if (!now) return { session: null, messages: [], card: null, run: null };
        const [all, card] = await Promise.all([session.messages(), session.pendingCard()]);
        // A turn began, or a card was answered, while this was read: what was read does not fit together.
        const isTorn = all.some(({ turn }) => turn > now.turn) || now.awaiting_card !== (card?.card_id ?? null);
        if (rounds < 4 && isTorn) continue;
        const { active_run_id: runId } = now;
        const isFollowed = runId && runs === before && !options.signal?.aborted;
        const own = runId && live().find((run) => run.runId === runId);
        return {
          session: now,
          messages: all.filter(({ run_id, role }) => run_id !== runId || role === 'user'),
          card,
          run: own || (isFollowed ? begin({ runId }, options) : null),
        };
      }
    },
    close: () => {
      closing.abort();
      closing = aborter();
      runs = [];
    },
  };
  return session;
}
