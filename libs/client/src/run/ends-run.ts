import type { TerminalEvent, TerminalEventName } from '@parley/contracts';
import type { ClientEvent } from './run.js';

/** Typed by the contracts, not imported from them: their classes need more than a browser has. */
const TERMINAL: Record<TerminalEventName, 1> = { end: 1, preempted: 1, error: 1 };

export const endsRun = (event: ClientEvent): event is ClientEvent & TerminalEvent => event.event in TERMINAL;
