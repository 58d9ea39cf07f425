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

/** `sessionPath`: `/sessions/<id>`. */
export function createSession(http: Http, id: string, sessionPath: string): ConsultationSession {
  let runs: LiveRun[] = [];
  /** Settles when the latest request was taken, or was not. */
  let sent: Promise<unknown> = Promise.resolve();
  /** Ends what is being followed and read. */
  let closing = aborter();
  /** Ends the repeating of what would stop the next request. */
  let stopping = aborter();

  const live = (): LiveRun[] => runs.filter((run) => run.isLive());

  function begin(what: { start?: HttpCall; runId?: string }, { signal, ...handlers }: RunOptions, isAdded = false): LiveRun {
    const older = isAdded ? [] : live();
    for (const each of older) each.mute(1);
    const run = liveRun({ http, sessionPath, ...what, after: sent, handlers, signal, closing: closing.signal });
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
    const { idempotencyKey = newKey(), ...others } = options;
    const start: HttpCall = {
      method: 'POST',
      path: `${sessionPath}/${kind}`,
      headers: { 'idempotency-key': idempotencyKey },
      body: { ...body, ...membersOf(options) },
    };
    return begin({ start }, others, options.on_active_turn === 'enqueue');
  }

  const session: ConsultationSession = {
    id,
    chat: (message, options = {}) => post('chat', { message }, options),
    resume: ({ card_id, action, answers }, options = {}) => {
      const user_response = { action, answers: action === 'cancel' ? undefined : answerList(answers) };
      return post('resume', { card_id, user_response }, options);
    },
    follow: ({ runId, ...options } = {}) => begin({ runId }, options),
    abort: ({ runId } = {}) => {
      const stopped = live();
      for (const run of stopped) run.stop(true);
      const { signal } = stopping;
      // Of several some wait, and only without an id all are stopped; once there is a newer request that is not repeated.
      const which = runId ?? (stopped.length > 1 ? undefined : stopped[0]?.accepted);
      const aborted = Promise.all([which, runId ?? sent]).then(([run_id]) => {
        const call: HttpCall = { method: 'POST', path: `${sessionPath}/abort`, body: { run_id } };
        return http.json<Aborted>(call, undefined, run_id ? undefined : () => signal);
      });
      const settled = aborted.catch(() => stopped.forEach((run) => run.stop(false)));
      // What is sent next must not be what it stops.
      if (!runId) sent = settled;
      return aborted;
    },
    messages: () => allMessages(http, sessionPath, closing.signal),
    pendingCard: async () => (await http.json<PendingCard>({ path: `${sessionPath}/pending_card` }, closing.signal)).card,
    restore: async (options = {}): Promise<Restored> => {
      const { signal } = closing;
      const before = runs;
      await sent;
      for (let rounds = 1; ; rounds++) {
        const now = await unlessGone(http.json<Session>({ path: sessionPath }, signal));
        if (!now) return { session: null, messages: [], card: null, run: null };
        const [all, card] = await Promise.all([session.messages(), session.pendingCard()]);
        // A turn began, or a card was answered, while this was read: what was read does not fit together.
        const isTorn = all.some(({ turn }) => turn > now.turn) || now.awaiting_card !== (card?.card_id ?? null);
        if (rounds < 4 && isTorn) continue;
        const runId = now.active_run_id ?? undefined;
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

/** What of the options the server gets: a misspelt policy too, which it refuses. What is the client's own has no `_` in its name. */
const membersOf = (options: object): object => Object.fromEntries(Object.entries(options).filter(([name]) => name.includes('_')));
