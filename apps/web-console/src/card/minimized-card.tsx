import { FormOutlined, UpOutlined } from '@ant-design/icons';
import type { Card } from '@parley/client';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../language/language.js';

/** The card put aside: one line that brings it back. */
export function MinimizedCard({ card, onOpen }: { card: Card; onOpen: () => void }): ReactNode {
  const { waits, open, draftKept } = useTexts().card;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <button ref={button} type="button" className="card-aside" onClick={onOpen} title={open}>
      <FormOutlined aria-hidden />
      <span>
        {waits(card.questions.length)} <span className="card-aside-note">{draftKept}</span>
      </span>
      <UpOutlined aria-hidden />
    </button>
  );
}
