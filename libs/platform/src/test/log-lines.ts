import { type AppLogger, createLogger } from '../logging/app-logger.js';

export type LogLine = Record<string, unknown> & { level: string; msg?: string };

/** A real logger whose lines a spec can look at. */
export function captureLog(level = 'trace'): { logger: AppLogger; lines: LogLine[]; text: () => string } {
  const raw: string[] = [];
  const lines: LogLine[] = [];
  const logger = createLogger('spec', level, {
    write: (line: string) => {
      raw.push(line);
      lines.push(JSON.parse(line) as LogLine);
    },
  });
  return { logger, lines, text: () => raw.join('') };
}
