import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { RecordedEvent } from '../client/run-events.js';
import { clockTime } from '../language/format.js';
import { useTexts } from '../language/language.js';
import { type InspectorRow, summaryOf } from './inspector-rows.js';
import { nextEvent } from './next-event.js';
import { useWindow } from './use-window.js';

const ROW_PX = 28;

export interface EventListProps {
  rows: readonly InspectorRow[];
  shown: RecordedEvent | undefined;
  onShow: (event: RecordedEvent) => void;
}

/** The events, the latest in view unless one has scrolled away from it. One stop for Tab, however many they are; arrows go through them. */
export function EventList({ rows, shown, onShow }: EventListProps): ReactNode {
  const { title } = useTexts().inspector;
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to } = useWindow(scroller, ROW_PX, rows.length);
  const isAtEnd = useRef(true);
  const shownId = useId();
  const seen = rows.slice(from, to);
  const isShownSeen = seen.some((row) => row.kind === 'event' && row.event === shown);
  useEffect(() => {
    if (scroller.current && isAtEnd.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [rows]);

  const onScroll = (): void => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {};
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < ROW_PX;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const index = nextEvent(rows, shown, event.key === 'ArrowDown' ? 1 : -1);
    const row = rows[index ?? -1];
    if (index === undefined || row?.kind !== 'event' || !scroller.current) return;
    onShow(row.event);
    const { scrollTop, clientHeight } = scroller.current;
    scroller.current.scrollTop = Math.max((index + 1) * ROW_PX - clientHeight, Math.min(scrollTop, index * ROW_PX));
  };
  return (
    <div
      ref={scroller}
      className="event-list"
      tabIndex={0}
      role="listbox"
      aria-label={title}
      aria-activedescendant={isShownSeen ? shownId : undefined}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: rows.length * ROW_PX, paddingTop: from * ROW_PX }}>
        {seen.map((row) =>
          row.kind === 'run' ? (
            <RunRow key={row.key} row={row} />
          ) : (
            <EventRow key={row.key} row={row} id={row.event === shown ? shownId : undefined} onShow={onShow} />
          ),
        )}
      </div>
    </div>
  );
}

function RunRow({ row }: { row: InspectorRow & { kind: 'run' } }): ReactNode {
  const { run, events, replayed, dropped } = useTexts().inspector;
  const { runId, events: all, isReplayed, dropped: gone } = row.run;
  return (
    <div className="event-run" role="presentation" style={{ height: ROW_PX }}>
      <strong>{run}</strong> <code title={runId}>{runId}</code>
      <span className="muted">
        {all.length} {events}
        {isReplayed && ` · ${replayed}`}
        {gone > 0 && ` · ${dropped(gone)}`}
      </span>
    </div>
  );
}

interface EventRowProps {
  row: InspectorRow & { kind: 'event' };
  /** That of the one that is shown. */
  id: string | undefined;
  onShow: (event: RecordedEvent) => void;
}

function EventRow({ row: { event, sinceStartMs }, id, onShow }: EventRowProps): ReactNode {
  return (
    <div
      id={id}
      className="event-row"
      role="option"
      style={{ height: ROW_PX }}
      aria-selected={id !== undefined}
      title={clockTime(event.at)}
      onClick={() => onShow(event)}
    >
      <span className="event-seq">{event.seq}</span>
      <span className="event-time">+{sinceStartMs} ms</span>
      <span className="event-name" data-event={event.event}>
        {event.event}
      </span>
      <span className="event-summary">{summaryOf(event)}</span>
    </div>
  );
}
