import { isHidden } from '../http/page.js';

interface Frames {
  requestAnimationFrame?: (callback: () => void) => number;
  cancelAnimationFrame?: (id: number) => void;
}

const FRAME_MS = 16;

/** Calls back once, before the next frame is painted; a page that is hidden paints none. Answers how to call that off. */
export function onNextFrame(callback: () => void): () => void {
  const { requestAnimationFrame, cancelAnimationFrame } = globalThis as Frames;
  if (requestAnimationFrame && !isHidden()) {
    const id = requestAnimationFrame(() => callback());
    return () => cancelAnimationFrame?.(id);
  }
  const timer = setTimeout(callback, FRAME_MS);
  return () => clearTimeout(timer);
}
