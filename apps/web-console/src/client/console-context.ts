import { createContext, useContext } from 'react';
import type { ConsoleClient } from './console-client.js';

export const ConsoleContext = createContext<ConsoleClient | undefined>(undefined);

export function useConsole(): ConsoleClient {
  const client = useContext(ConsoleContext);
  if (!client) throw new Error('there is no ConsoleContext above this component');
  return client;
}
