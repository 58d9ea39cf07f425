import { useEffect, useState } from 'react';

/**
 * Who sends while the consultation is still being restored is heard: the message goes when it is known who answers and whether
 * something is asked. By then it may be locked, or found to be with the server already; then nothing is sent.
 */
export function useEarlySend({
  isRestoring,
  canSend,
  onSend,
}: {
  isRestoring: boolean;
  canSend: boolean;
  onSend: () => void;
}): () => void {
  const [early, setEarly] = useState<'none' | 'wanted' | 'due'>('none');
  useEffect(() => {
    if (early === 'wanted' && !isRestoring) setEarly('due');
    if (early !== 'due') return;
    setEarly('none');
    if (canSend) onSend();
  }, [early, isRestoring, canSend, onSend]);
  return () => {
    if (!canSend) return;
    if (isRestoring) setEarly('wanted');
    else onSend();
  };
}
