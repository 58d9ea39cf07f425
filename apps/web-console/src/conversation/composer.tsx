import { ArrowUpOutlined, LockOutlined } from '@ant-design/icons';
import type { ConsultationStatus } from '@parley/client/store';
import { Button, Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea.js';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import { useTexts } from '../language/language.js';
import { isByKey, type Pressed } from '../app/pressed.js';
import { StopIcon } from './stop-icon.js';
import { useEarlySend } from './use-early-send.js';
import './composer.css';

const MAX_MESSAGE_LENGTH = 32_000;

export interface ComposerProps {
  text: string;
  status: ConsultationStatus;
  /** Whether a card is open: it is answered first. */
  isLocked: boolean;
  /** Below the text: who answers. */
  agentSelect: ReactNode;
  input: RefObject<TextAreaRef | null>;
  onChange: (text: string) => void;
  onSend: () => void;
  onStop: () => void;
}

/** Where the user writes. While an answer is being written it also stops that. */
export function Composer({ text, status, isLocked, agentSelect, input, onChange, onSend, onStop }: ComposerProps): ReactNode {
  const { composer: texts, card } = useTexts();
  const hintId = useId();
  const isRunning = status === 'waiting' || status === 'streaming' || status === 'stopping';
  const over = text.length - MAX_MESSAGE_LENGTH;
  const canSend = !isLocked && text.trim() !== '' && over <= 0;
  const sendNow = useEarlySend({ isRestoring: status === 'restoring', canSend, onSend });

  // The hint is not read out while one writes.
  const [refusal, setRefusal] = useState('');
  const send = (): void => {
    setRefusal(over > 0 ? texts.tooLong(over) : '');
    sendNow();
  };
  const stop = (pressed: Pressed): void => {
    onStop();
    if (isByKey(pressed)) input.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter also ends the spelling of a Chinese word: that sends nothing.
    const isSpelling = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || isSpelling) return;
    event.preventDefault();
    send();
  };

  return (
    <div className="composer" data-locked={isLocked || undefined}>
      <Input.TextArea
        ref={input}
        aria-label={texts.label}
        aria-describedby={hintId}
        aria-invalid={over > 0 || undefined}
        placeholder={isLocked ? texts.locked : texts.placeholder}
        value={text}
        disabled={isLocked}
        variant="borderless"
        autoSize={{ minRows: 1, maxRows: 8 }}
        dir="auto"
        onChange={({ target }) => {
          setRefusal('');
          onChange(target.value);
        }}
        onKeyDown={onKeyDown}
        enterKeyHint="send"
      />
      {refusal && (
        <span className="for-ears" role="alert">
          {refusal}
        </span>
      )}
      <div className="composer-foot">
        {agentSelect}
        <span id={hintId} className="composer-hint" data-over={over > 0 || undefined}>
          {isLocked ? (
            <>
              <LockOutlined aria-hidden /> <span className="for-ears">{card.keyboard}</span>
            </>
          ) : over > 0 ? (
            texts.tooLong(over)
          ) : (
            texts.hint
          )}
        </span>
        {isRunning && (
          <Button
            shape="circle"
            icon={<StopIcon />}
            disabled={status === 'stopping'}
            aria-label={status === 'stopping' ? texts.stopping : texts.stop}
            title={texts.stop}
            onClick={stop}
          />
        )}
        <Button
          type="primary"
          shape="circle"
          icon={<ArrowUpOutlined />}
          disabled={!canSend}
          aria-label={texts.send}
          title={texts.send}
          onClick={send}
        />
      </div>
    </div>
  );
}
