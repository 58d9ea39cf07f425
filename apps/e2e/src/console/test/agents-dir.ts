import path from 'node:path';
import { ROOT } from '@parley/testing';

/** Agents that talk, ask one of each, ask twice at once, and go through stages. */
export const CONSOLE_AGENTS_DIR = path.join(ROOT, 'apps/e2e/src/console/agents');
