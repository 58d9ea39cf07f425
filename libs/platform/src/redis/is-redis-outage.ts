/** What ioredis and the operating system say when Redis is away or cannot serve: the names, codes and first words of their errors. */
const NAMES = new Set(['MaxRetriesPerRequestError', 'ClusterAllFailedError', 'AbortError']);
const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const MESSAGES = [
  'Connection is closed',
  'Command timed out',
  "Stream isn't writeable",
  'Socket closed unexpectedly',
  'Socket timeout',
  'None of startup nodes',
  "Cluster isn't ready",
  'Cluster is dis',
  'Too many Cluster redirections',
  'Node is disconnected',
];
const REPLIES = /^(?:LOADING|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|BUSY|OOM|MISCONF) /;

/** Whether an error means that Redis could not be reached or could not serve, rather than that it was asked something wrong. */
export function isRedisOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, message } = error;
  if (name === 'ReplyError') return REPLIES.test(message);
  const code = (error as NodeJS.ErrnoException).code;
  return NAMES.has(name) || MESSAGES.some((start) => message.startsWith(start)) || (code !== undefined && CODES.has(code));
}
