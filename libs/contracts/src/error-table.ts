interface ErrorRow {
  status: number;
  /** Whether the same request may succeed later without being changed. */
  retryable: boolean;
  title: string;
  /** What a user reads; never anything internal. */
  text: { zh: string; en: string };
}

const row = (status: number, retryable: boolean, title: string, en: string, zh: string): ErrorRow => ({
  status,
  retryable,
  title,
  text: { zh, en },
});

/** The one closed table of errors, used by HTTP, SSE and NDJSON alike (protocol, section 4). */
export const ERROR_TABLE = {
  validation_failed: row(400, false, 'Validation failed', 'The request is not valid.', '请求不合法。'),
  unauthorized: row(401, false, 'Unauthorized', 'Please sign in.', '请先登录。'),
  forbidden: row(403, false, 'Forbidden', 'This is not allowed.', '没有权限。'),
  session_not_found: row(404, false, 'Session not found', 'This consultation does not exist.', '该咨询不存在。'),
  agent_not_found: row(404, false, 'Agent not found', 'This agent does not exist.', '该智能体不存在。'),
  todo_not_found: row(404, false, 'Todo not found', 'This todo does not exist.', '该待办不存在。'),
  turn_active: row(409, true, 'Turn active', 'The previous message is still being answered.', '上一条消息仍在回答中。'),
  card_pending: row(409, false, 'Card pending', 'Please answer the open questions first.', '请先回答待确认的问题。'),
  card_stale: row(409, false, 'Card stale', 'These questions are no longer open.', '这些问题已失效。'),
  card_already_answered: row(
    409,
    false,
    'Card already answered',
    'These questions have already been answered.',
    '这些问题已经回答过了。',
  ),
  no_pending_card: row(409, false, 'No pending card', 'There is nothing to answer.', '当前没有需要回答的问题。'),
  card_expired: row(410, false, 'Card expired', 'These questions have expired.', '这些问题已过期。'),
  run_expired: row(410, false, 'Run expired', 'This answer can no longer be replayed.', '该回答已无法重放。'),
  payload_too_large: row(413, false, 'Payload too large', 'The request is too large.', '请求过大。'),
  unsupported_media_type: row(415, false, 'Unsupported media type', 'The request must be JSON.', '请求必须是 JSON。'),
  answers_invalid: row(422, false, 'Answers invalid', 'Some answers are not valid.', '部分回答不合法。'),
  idempotency_mismatch: row(
    422,
    false,
    'Idempotency mismatch',
    'This key was used for another request.',
    '该幂等键已用于另一个请求。',
  ),
  rate_limited: row(429, true, 'Rate limited', 'Too many requests. Please wait a moment.', '请求过于频繁，请稍候。'),
  internal: row(500, true, 'Internal error', 'Something went wrong. Please try again.', '出错了，请重试。'),
  model_failed: row(
    502,
    true,
    'Model failed',
    'The language model did not answer. Please try again.',
    '语言模型没有给出回答，请重试。',
  ),
  skill_failed: row(
    502,
    true,
    'Skill failed',
    'A step of the consultation failed. Please try again.',
    '咨询的一个步骤失败了，请重试。',
  ),
  skill_output_invalid: row(
    502,
    true,
    'Skill output invalid',
    'A step of the consultation gave an unusable result.',
    '咨询的一个步骤给出了无效结果。',
  ),
  remote_agent_failed: row(
    502,
    true,
    'Remote agent failed',
    'A remote agent failed. Please try again.',
    '远程智能体失败，请重试。',
  ),
  engine_unavailable: row(503, true, 'Engine unavailable', 'The answer was interrupted. Please try again.', '回答中断，请重试。'),
  store_unavailable: row(
    503,
    true,
    'Store unavailable',
    'The service is not reachable at the moment. Please try again.',
    '服务暂时不可用，请重试。',
  ),
  draining: row(503, true, 'Draining', 'This server is restarting. Please try again.', '服务器正在重启，请重试。'),
  turn_timeout: row(504, true, 'Turn timeout', 'The answer took too long.', '回答超时。'),
  queue_timeout: row(504, true, 'Queue timeout', 'No worker was free. Please try again.', '暂无空闲的处理进程，请重试。'),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERROR_TABLE;

export const isErrorCode = (text: unknown): text is ErrorCode => typeof text === 'string' && Object.hasOwn(ERROR_TABLE, text);

export type Lang = 'zh' | 'en';
