import type { ConsultationState } from '@parley/client/store';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTexts } from '../language/language.js';
import './connection.css';

const onNetworkChange = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Quiet while all is well. */
export function ConnectionState({ connection }: Pick<ConsultationState, 'connection'>): ReactNode {
  const { connection: texts } = useTexts();
  const hasNetwork = useSyncExternalStore(onNetworkChange, () => navigator.onLine);
  const state = hasNetwork ? connection : 'offline';
  return (
    <span className="connection" role="status" data-state={state} title={state === 'online' ? texts.online : texts.hint[state]}>
      <span className="connection-dot" aria-hidden />
      <span className={state === 'online' ? 'for-ears' : undefined}>{texts[state]}</span>
    </span>
  );
}
