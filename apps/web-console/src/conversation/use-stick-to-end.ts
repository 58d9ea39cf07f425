import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** How far from its end a scroller may be and still follow what comes. */
const NEAR_PX = 80;

/**
 * Keeps a scroller at its end while its content grows, unless its user has scrolled away, or is opening a part of it. Answers
 * whether it is away, and how to come back. `isWanted`: whether the end is what one wants to see; else it is a page like any other.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  isWanted: boolean,
) {
  const isFollowing = useRef(true);
  const [isAway, setAway] = useState(false);

  const toEnd = useCallback(() => {
    isFollowing.current = true;
    setAway(false);
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [scroller]);

  useEffect(() => {
    const [element, inner] = [scroller.current, content.current];
    if (!element || !inner || !isWanted) return;
    isFollowing.current = true;
    let lastTop = element.scrollTop;
    const onScroll = (): void => {
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
      // Content that grows moves the end away: only scrolling up is leaving.
      if (isNear) isFollowing.current = true;
      else if (element.scrollTop < lastTop) isFollowing.current = false;
      lastTop = element.scrollTop;
      setAway(!isFollowing.current);
    };
    // What one opens is what one wants to see: its end may be far below.
    const onClick = ({ target }: MouseEvent): void => {
      if ((target as Element).closest('summary')) isFollowing.current = false;
    };
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) element.scrollTop = element.scrollHeight;
      else onScroll();
    });
    observer.observe(inner);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    inner.addEventListener('click', onClick);
    return () => {
      setAway(false);
      observer.disconnect();
      inner.removeEventListener('click', onClick);
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, content, isWanted]);

  return { isAway, toEnd };
}
