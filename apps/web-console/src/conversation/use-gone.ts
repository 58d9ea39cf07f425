import type { Consultation } from '@parley/client/react';
import { useEffect, useRef } from 'react';
import { replaceRoute } from '../app/route.js';

/** A consultation that is deleted while it is shown makes room for a new one: its address leads nowhere any more. */
export function useGone({ session, status }: Pick<Consultation, 'session' | 'status'>): void {
  const wasThere = useRef(false);
  useEffect(() => {
    if (session) wasThere.current = true;
    else if (wasThere.current && status === 'idle') replaceRoute({ page: 'new' });
  }, [session, status]);
}
