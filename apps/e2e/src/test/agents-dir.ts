import path from 'node:path';
import { ROOT } from '@parley/testing';

/** The agents under test. What a skill of theirs does outside is counted by `stack.effects` under `<session id>/<name>`. */
export const AGENTS_DIR = path.join(ROOT, 'apps/e2e/agents');
