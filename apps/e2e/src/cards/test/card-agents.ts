import path from 'node:path';
import { ROOT } from '@parley/testing';

/** Agents that ask for several things at once; what they do afterwards is counted under `<session id>/after-<a, b or c>`. */
export const CARD_AGENTS_DIR = path.join(ROOT, 'apps/e2e/src/cards/agents');
