import { isHidden } from '../http/page.js';

interface Frames {
  requestAnimationFrame?: (callback: () => void) => number;
  cancelAnimationFrame?: (id: number | undefined) => void;
}

const FRAME_MS = 16;
/** A page that is hidden while it waits for a frame gets none. */
const LATE_MS = 1000;

/** Calls back once, before the next frame is painted; a page that is hidden paints none. Answers how to call that off. */
export function onNextFrame(callback: () => void): () => void {
  const { requestAnimationFrame, cancelAnimationFrame } = globalThis as Frames;
  const end = (): void => {
    clearTimeout(timer);
    cancelAnimationFrame?.(id);
  };
  const paint = (): void => {
    end();
    callback();
  };
  const id = isHidden() ? undefined : requestAnimationFrame?.(paint);
  const timer = setTimeout(paint, id === undefined ? FRAME_MS : LATE_MS);
  return end;
}
