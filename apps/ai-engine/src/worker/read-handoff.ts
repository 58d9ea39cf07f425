import { CHAT_DISPATCH, isRunId, isThreadId, type HandoffMessage } from '@parley/contracts';

/** Other services enqueue, too, and Bull may hand over a job whose data is gone: undefined where this is no handoff message. */
export function readHandoff(data: unknown): HandoffMessage | undefined {
  const message = data as Partial<HandoffMessage> | null | undefined;
  const { payload } = message ?? {};
  const isOurs =
    message?.type === CHAT_DISPATCH &&
    typeof message.id === 'string' &&
    isRunId(message.id) &&
    typeof message.sessionKey === 'string' &&
    isThreadId(message.sessionKey) &&
    typeof payload?.request === 'object' &&
    payload.request !== null &&
    typeof payload.options === 'object' &&
    payload.options !== null &&
    typeof payload.callback === 'object' &&
    payload.callback !== null;
  return isOurs ? (message as HandoffMessage) : undefined;
}
