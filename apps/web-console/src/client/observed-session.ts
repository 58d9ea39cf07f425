import type { ConsultationSession, RunOptions } from '@parley/client';
import type { RunEvents } from './run-events.js';

/** The session, with every event that its runs deliver written down as well. */
export function observedSession(session: ConsultationSession, log: RunEvents): ConsultationSession {
  const observed = <Options extends RunOptions>(options: Options | undefined): Options => {
    const onEvent: RunOptions['onEvent'] = (event, run) => {
      log.record(session.id, event.runId, { at: Date.now(), seq: event.seq, event: event.event, data: event.data });
      options?.onEvent?.(event, run);
    };
    return { ...(options as Options), onEvent };
  };
  return {
    ...session,
    chat: (message, options) => session.chat(message, observed(options)),
    resume: (response, options) => session.resume(response, observed(options)),
    follow: (options) => session.follow(observed(options)),
    restore: (options) => session.restore(observed(options)),
  };
}
