import { type RefObject, useEffect, useState } from 'react';

/** Rows beyond what is seen, above and below. */
const MORE_ROWS = 10;

/** Which of many rows of one height a scroller shows: only those are rendered. */
export function useWindow(scroller: RefObject<HTMLElement | null>, rowPx: number, count: number): { from: number; to: number } {
  const [view, setView] = useState({ topPx: 0, heightPx: 600 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = (): void => setView({ topPx: element.scrollTop, heightPx: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);
  const from = Math.max(0, Math.floor(view.topPx / rowPx) - MORE_ROWS);
  return { from, to: Math.min(count, Math.ceil((view.topPx + view.heightPx) / rowPx) + MORE_ROWS) };
}
