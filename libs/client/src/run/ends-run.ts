import type { TerminalEvent, TerminalEventName } from '@parley/contracts';

/** Typed by the contracts, not imported from them: their classes need more than a browser has. */
const TERMINAL: Record<TerminalEventName, 1> = { end: 1, preempted: 1, error: 1 };

export const endsRun = <Event extends { event: string }>(event: Event): event is Event & TerminalEvent => event.event in TERMINAL;
