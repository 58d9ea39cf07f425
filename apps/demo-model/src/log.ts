/** From the most to the least talkative. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export function isLogLevel(text: string): text is LogLevel {
  return (LOG_LEVELS as readonly string[]).includes(text);
}

type Fields = Record<string, unknown>;

export interface Log {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

/** One JSON object per line, in the shape of the other apps' logs. */
export function createLog(threshold: LogLevel, write: (line: string) => void): Log {
  const at = (level: LogLevel) => {
    const silent = LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(threshold);
    return (msg: string, fields: Fields = {}): void => {
      if (silent) return;
      write(
        `${JSON.stringify({ level, time: new Date().toISOString(), service: 'demo-model', pid: process.pid, ...fields, msg })}\n`,
      );
    };
  };
  return { debug: at('debug'), info: at('info'), error: at('error') };
}
