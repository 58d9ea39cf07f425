import { FormOutlined, UpOutlined } from '@ant-design/icons';
import type { Card } from '@parley/client';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../language/language.js';

export interface MinimizedCardProps {
  card: Card;
  isSending: boolean;
  /** Whether the server has refused what was sent before it was put aside. */
  isRefused: boolean;
  onOpen: () => void;
}

/** The card put aside: one line that brings it back, and says what has become of what was sent. */
export function MinimizedCard({ card, isSending, isRefused, onOpen }: MinimizedCardProps): ReactNode {
  const { card: texts, errors } = useTexts();
  const { answers_invalid: refused } = errors.codes;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const note = isSending ? texts.sending : isRefused ? refused : texts.draftKept;
  return (
    <>
      <span className="for-ears" role="alert">
        {isRefused && refused}
      </span>
      <button
        ref={button}
        type="button"
        className="card-aside"
        data-refused={isRefused || undefined}
        onClick={onOpen}
        title={texts.open}
      >
        <FormOutlined aria-hidden />
        <span>
          {texts.waits(card.questions.length)} <span className="card-aside-note">{note}</span>
        </span>
        <UpOutlined aria-hidden />
      </button>
    </>
  );
}
