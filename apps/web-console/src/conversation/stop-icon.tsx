import type { ReactNode } from 'react';

export const StopIcon = (): ReactNode => (
  <svg width="1em" height="1em" viewBox="0 0 16 16" aria-hidden="true">
    <rect x="3" y="3" width="10" height="10" rx="2" fill="currentColor" />
  </svg>
);
