import { type ReactNode, useEffect, useRef } from 'react';
import type { RecordedEvent } from '../client/run-events.js';
import { clockTime } from '../language/format.js';
import { useTexts } from '../language/language.js';
import { type InspectorRow, summaryOf } from './inspector-rows.js';
import { useWindow } from './use-window.js';

const ROW_PX = 28;

export interface EventListProps {
  rows: readonly InspectorRow[];
  shown: RecordedEvent | undefined;
  onShow: (event: RecordedEvent) => void;
}

/** The events, the latest in view unless one has scrolled away from it. */
export function EventList({ rows, shown, onShow }: EventListProps): ReactNode {
  const { title } = useTexts().inspector;
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to } = useWindow(scroller, ROW_PX, rows.length);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (scroller.current && isAtEnd.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [rows]);

  const onScroll = (): void => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {};
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < ROW_PX;
  };
  return (
    <div ref={scroller} className="event-list" tabIndex={0} role="group" aria-label={title} onScroll={onScroll}>
      <div style={{ height: rows.length * ROW_PX, paddingTop: from * ROW_PX }}>
        {rows.slice(from, to).map((row) => (
          <Row key={row.key} row={row} isShown={row.kind === 'event' && row.event === shown} onShow={onShow} />
        ))}
      </div>
    </div>
  );
}

function Row({
  row,
  isShown,
  onShow,
}: {
  row: InspectorRow;
  isShown: boolean;
  onShow: (event: RecordedEvent) => void;
}): ReactNode {
  const { run, events, replayed, dropped } = useTexts().inspector;
  if (row.kind === 'run') {
    const { runId, events: all, isReplayed, dropped: gone } = row.run;
    return (
      <div className="event-run" style={{ height: ROW_PX }}>
        <strong>{run}</strong> <code title={runId}>{runId}</code>
        <span className="muted">
          {all.length} {events}
          {isReplayed && ` · ${replayed}`}
          {gone > 0 && ` · ${dropped(gone)}`}
        </span>
      </div>
    );
  }
  const { event, sinceStartMs } = row;
  return (
    <button
      type="button"
      className="event-row"
      style={{ height: ROW_PX }}
      aria-pressed={isShown}
      title={clockTime(event.at)}
      onClick={() => onShow(event)}
    >
      <span className="event-seq">{event.seq}</span>
      <span className="event-time">+{sinceStartMs} ms</span>
      <span className="event-name" data-event={event.event}>
        {event.event}
      </span>
      <span className="event-summary">{summaryOf(event)}</span>
    </button>
  );
}
