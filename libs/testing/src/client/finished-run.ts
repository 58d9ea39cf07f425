import type { Card, NumberedEvent, RunEvent, RunEventOf, RunId, TerminalEvent } from '@parley/contracts';

/** A run that was seen to its end. */
export interface FinishedRun {
  runId: RunId;
  /** Those that were seen: from the first one on, or from where a client came back. */
  events: NumberedEvent[];
  terminal: TerminalEvent;
  /** What a person was shown: the tokens' texts, without those that a `rewind` took back. */
  text: string;
  card?: Card;
}

/** What stands in the end: without what a `rewind` took back, and without the `rewind`. */
export function shownEvents(events: readonly NumberedEvent[]): NumberedEvent[] {
  let shown: NumberedEvent[] = [];
  for (const event of events) {
    if (event.event === 'rewind') shown = shown.filter(({ seq }) => seq <= event.data.to_seq);
    else shown.push(event);
  }
  return shown;
}

export const shownText = (events: readonly NumberedEvent[]): string =>
  shownEvents(events)
    .map((event) => (event.event === 'token' ? event.data.text : ''))
    .join('');

/** The first event of that name; undefined where there is none. */
export function firstOf<Name extends RunEvent['event']>(events: readonly RunEvent[], name: Name): RunEventOf<Name> | undefined {
  return events.find((event): event is RunEventOf<Name> => event.event === name);
}

export const namesOf = (events: readonly RunEvent[]): string[] => events.map(({ event }) => event);

/** The card of a run that was interrupted; throws where it was not. */
export function cardOf({ card, events }: FinishedRun): Card {
  if (!card) throw new Error(`the run has no card: ${namesOf(events).join(' ')}`);
  return card;
}
