import { type KeyboardEvent, type RefObject, useCallback } from 'react';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Those that the Tab key reaches: of radio buttons with one name, the chosen one or the first. */
export function tabStops(root: HTMLElement | null): HTMLElement[] {
  const all = [...(root?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter((element) => element.checkVisibility());
  return all.filter((element) => {
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
    const group = all.filter(
      (other): other is HTMLInputElement => other instanceof HTMLInputElement && other.name === element.name,
    );
    return element === (group.find(({ checked }) => checked) ?? group[0]);
  });
}

/** Tab stays inside. The rest of the page can be read and used with the pointer; Escape is the way out. */
export function useFocusTrap(root: RefObject<HTMLElement | null>, onEscape: () => void): (event: KeyboardEvent) => void {
  return useCallback(
    (event) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Escape') {
        event.stopPropagation();
        onEscape();
      }
      if (event.key !== 'Tab' || !root.current) return;
      const { activeElement } = document;
      const isWithin = activeElement !== root.current && root.current.contains(activeElement);
      const stops = tabStops(root.current);
      const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
      // In between the browser knows the way, also from what no Tab reaches.
      if (activeElement !== from && isWithin) return;
      event.preventDefault();
      to?.focus();
    },
    [root, onEscape],
  );
}
