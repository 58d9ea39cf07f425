import 'reflect-metadata';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_EVENT_BYTES, TERMINAL_EVENTS, type NumberedEvent } from '@parley/contracts';
import { DEFAULT_MAX_BYTES, endsRun, sseFrame } from './index.js';
import { RUN, token } from './test/run-events.js';

/** All that a browser may load: everything but `node/` and what is for specs. */
const sources = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && !/^(node|test)\//.test(path),
);

const importsOf = (path: string): string[] =>
  readFileSync(join(__dirname, path), 'utf8').match(/^(import|export)\b[^;]*?\bfrom\b[^;]*;/gm) ?? [];

describe('what a browser loads', () => {
  it('every module → imports values from this package only', () => {
    const foreign = sources
      .flatMap(importsOf)
      .filter((line) => !/from '\.{1,2}\//.test(line) && !line.startsWith('import type '));
    expect(sources.length).toBeGreaterThan(10);
    expect(foreign).toEqual([]);
  });

  it('every module → nothing from wire/node', () => {
    expect(sources.flatMap(importsOf).filter((line) => /from '[^']*\/node\//.test(line))).toEqual([]);
  });

  it('what is repeated here, because values are not imported → agrees with the contracts', () => {
    const names = [
      'run',
      'token',
      'thinking',
      'tool_call',
      'tool_result',
      'remote_agent_output',
      'todo',
      'card',
      'rewind',
      ...TERMINAL_EVENTS,
    ];
    expect(names.filter((event) => endsRun({ event } as NumberedEvent))).toEqual([...TERMINAL_EVENTS]);
    const frame = sseFrame(token(Number.MAX_SAFE_INTEGER, ''), `xpert-${RUN}`);
    expect(DEFAULT_MAX_BYTES).toBeGreaterThanOrEqual(MAX_EVENT_BYTES + frame.length);
  });
});
