import { ProblemError } from '@parley/client';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.js';
import { isByKey, type Pressed } from '../app/pressed.js';
import { errorText } from './error-text.js';

export interface ErrorBarProps {
  /** null: nothing but a message that has not arrived. */
  error: Error | null;
  canRetry: boolean;
  onRetry: () => void;
  onDismiss: () => void;
  /** Gives the focus to where one writes. */
  toInput: () => void;
}

/** What went wrong, with what can be done about it, and what to look for in the server's logs. */
export function ErrorBar({ error, canRetry, onRetry, onDismiss, toInput }: ErrorBarProps): ReactNode {
  const { errors } = useTexts();
  const thenToInput =
    (work: () => void) =>
    (pressed: Pressed): void => {
      work();
      if (isByKey(pressed)) toInput();
    };
  const traceId = error instanceof ProblemError ? error.trace_id : undefined;
  return (
    <Alert
      type="error"
      showIcon
      className="error-bar"
      title={error ? errorText(error, errors) : errors.unsent}
      description={traceId && <TraceId label={errors.trace} traceId={traceId} />}
      action={
        canRetry && (
          <Button size="small" onClick={thenToInput(onRetry)}>
            {errors.retry}
          </Button>
        )
      }
      closable={error !== null && { closeIcon: true, 'aria-label': errors.dismiss, onClose: thenToInput(onDismiss) }}
    />
  );
}

const TraceId = ({ label, traceId }: { label: string; traceId: string }): ReactNode => (
  <small className="muted">
    {label}: <code>{traceId}</code>
  </small>
);
