import type { ConsultationState } from '@parley/client/store';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useConsole } from '../client/console-context.js';
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

/** Quiet while all is well. `connection`: that of the consultation that is shown; without one, that of the page's feed alone. */
export function ConnectionState({ connection = 'online' }: Partial<Pick<ConsultationState, 'connection'>>): ReactNode {
  const { connection: texts } = useTexts();
  const hasNetwork = useSyncExternalStore(onNetworkChange, () => navigator.onLine);
  const { reach } = useConsole();
  const isAway = useSyncExternalStore(reach.subscribe, reach.isAway);
  const state = !hasNetwork ? 'offline' : connection === 'online' && isAway ? 'reconnecting' : connection;
  return (
    <span className="connection" role="status" data-state={state} title={state === 'online' ? texts.online : texts.hint[state]}>
      <span className="connection-dot" aria-hidden />
      <span className={state === 'online' ? 'for-ears' : undefined}>{texts[state]}</span>
    </span>
  );
}
