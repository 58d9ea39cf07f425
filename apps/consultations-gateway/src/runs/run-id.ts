import type { RunId } from '@parley/contracts';
import { v7 } from 'uuid';

export const newRunId = (): RunId => `chat-${v7()}` as RunId;
