import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { CardForm } from './use-card-form.js';
import { tabStops } from './use-focus-trap.js';

/**
 * Where the focus is while a card is open: at first at its first answer, unless somebody is just writing a message; at what is
 * wrong, once something is; while answers are on their way, at the button that says so; and back where it was if they were not
 * taken and nothing can be said about why.
 */
export function useCardFocus(panel: RefObject<HTMLElement | null>, { refusals, isSending }: CardForm): void {
  const seenRefusals = useRef(0);
  /** Where the focus was when something was sent. */
  const cameFrom = useRef<HTMLElement>(undefined);

  // Before the browser has noticed that the input of messages is locked now.
  useLayoutEffect(() => {
    const first = isWriting() ? panel.current : firstAnswer(panel.current);
    first?.focus({ preventScroll: true });
  }, [panel]);

  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!isSending || !(activeElement instanceof HTMLElement) || !panel.current?.contains(activeElement)) return;
    cameFrom.current = activeElement;
    // What is disabled loses the focus, and Tab would begin at the top of the page.
    if (activeElement.matches(':disabled')) panel.current.querySelector<HTMLElement>('[data-busy=true]')?.focus();
  }, [panel, isSending]);

  useEffect(() => {
    if (isSending) return;
    const from = cameFrom.current;
    cameFrom.current = undefined;
    if (refusals > seenRefusals.current) firstFault(panel.current)?.focus();
    else if (from && isFocusFree(panel.current)) from.focus();
    seenRefusals.current = refusals;
  }, [panel, refusals, isSending]);
}

/** What is typed on, into a message that is locked now, is no answer. */
function isWriting(): boolean {
  const { activeElement } = document;
  return activeElement instanceof HTMLTextAreaElement && activeElement.value !== '';
}

/** A question that buttons answer is itself where one begins: a button under the finger would answer it by accident. */
function firstAnswer(panel: HTMLElement | null): HTMLElement | undefined {
  const question = panel?.querySelector<HTMLElement>('.confirm-question');
  return question ?? tabStops(panel?.querySelector<HTMLElement>('.card-form') ?? null)[0];
}

function firstFault(panel: HTMLElement | null): HTMLElement | undefined {
  const field = panel?.querySelector<HTMLElement>('[data-error]');
  field?.scrollIntoView({ block: 'nearest' });
  return field?.querySelector<HTMLElement>('.confirm-question') ?? tabStops(field ?? null)[0];
}

/** Whether nobody has taken it elsewhere meanwhile. */
function isFocusFree(panel: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || (panel?.contains(activeElement) ?? false);
}
