import { partsOfThread, type TurnStart } from '@parley/contracts';
import type { ScriptArg } from '@parley/run-log';
import type { AnsweringTurn } from '../cards/answer-by-message.js';
import type { CheckedResume } from '../cards/check-resume.js';
import type { SessionStoreConfig } from '../config.js';
import { threadArgs } from '../redis/thread-args.js';
import { failed, preempted } from './closing-events.js';
import { languageOf } from './language-of.js';
import { titleOf } from './title-of.js';

const LONGEST_IDEMPOTENCY_MS = 24 * 60 * 60 * 1000;

/** The arguments of `turn-start.lua`. All are opaque to it but what it compares: cjson would spoil `[]`, long numbers and half characters. */
export function startTurnArgs(
  turn: TurnStart | AnsweringTurn,
  resume: CheckedResume | undefined,
  config: SessionStoreConfig,
): ScriptArg[] {
  const { request, handoff } = turn;
  const lang = languageOf(handoff);
  return [
    ...threadArgs(turn.thread_id, config),
    request.kind === 'chat' ? request.message : '',
    request.kind === 'resume' ? JSON.stringify(request.answers) : '',
    resume ? JSON.stringify(resume.items) : '',
    JSON.stringify(handoff),
    ...aroundTurnNumber(turn),
    JSON.stringify(preempted('preempted', turn.run_id)),
    JSON.stringify(failed('queue_timeout', lang, handoff.traceId)),
    JSON.stringify(failed('turn_timeout', lang, handoff.traceId)),
    JSON.stringify(failed('card_pending', lang, handoff.traceId)),
    ...Object.entries(namedArgs(turn, resume, config)).flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
  ];
}

function namedArgs(
  turn: TurnStart | AnsweringTurn,
  resume: CheckedResume | undefined,
  config: SessionStoreConfig,
): Record<string, ScriptArg | undefined> {
  const { request, idempotency } = turn;
  return {
    run_id: turn.run_id,
    kind: request.kind,
    session_id: partsOfThread(turn.thread_id).sessionId,
    agent_id: turn.agent_id,
    user_id: turn.user_id,
    title: request.kind === 'chat' ? titleOf(request.message) : undefined,
    on_active_turn: turn.on_active_turn,
    on_pending_card: turn.on_pending_card,
    on_disconnect: turn.on_disconnect,
    disconnect_grace: turn.disconnect_grace_ms,
    queue_timeout: turn.queue_timeout_ms,
    turn_timeout: turn.turn_timeout_ms,
    ...(idempotency && {
      idempotency_fingerprint: idempotency.fingerprint,
      // A key never outlives the session that holds its run.
      idempotency_ttl: Math.min(LONGEST_IDEMPOTENCY_MS, config.sessionTtlMs),
    }),
    ...(request.kind === 'resume' && {
      action: request.action,
      card_id: request.card_id,
      checked_card: resume?.cardId,
      met_card: 'met_card' in turn ? turn.met_card : undefined,
      fingerprint: resume?.fingerprint,
      answers_invalid: resume && resume.errors.length > 0 ? '1' : undefined,
    }),
  };
}

/** The run event before and after its turn number, which only the script knows. */
function aroundTurnNumber({ thread_id, run_id, agent_id, request }: TurnStart): [string, string] {
  const data = { run_id, session_id: partsOfThread(thread_id).sessionId, turn: 0, agent_id, kind: request.kind };
  const [before = '', after = ''] = JSON.stringify({ event: 'run', data }).split('"turn":0');
  return [`${before}"turn":`, after];
}
