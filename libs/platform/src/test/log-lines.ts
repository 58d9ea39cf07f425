import { type AppLogger, createLogger } from '../logging/app-logger.js';

export type LogLine = Record<string, unknown> & { level: string; msg?: string };

export interface CapturedLog {
  logger: AppLogger;
  lines: LogLine[];
  /** Everything that was logged since the beginning. */
  text(): string;
  /** Resolves with the first such line since `lines` was emptied, now or when it comes. */
  until(matches: (line: LogLine) => boolean): Promise<LogLine>;
}

/** A real logger whose lines a spec can look at. */
export function captureLog(level = 'trace'): CapturedLog {
  const raw: string[] = [];
  const lines: LogLine[] = [];
  const waiting = new Set<() => void>();
  const write = (text: string): void => {
    raw.push(text);
    lines.push(JSON.parse(text) as LogLine);
    for (const look of waiting) look();
  };
  const until: CapturedLog['until'] = (matches) =>
    new Promise((resolve) => {
      const look = (): void => {
        const line = lines.find(matches);
        if (line === undefined) return;
        waiting.delete(look);
        resolve(line);
      };
      waiting.add(look);
      look();
    });
  return { logger: createLogger('spec', level, { write }), lines, text: () => raw.join(''), until };
}
