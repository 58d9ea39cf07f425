import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/console.js';
import { drafts } from './card/draft.js';
import { createConsoleClient } from './client/console-client.js';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
drafts.dropOld();
createRoot(root).render(
  <StrictMode>
    <Console services={createConsoleClient()} />
  </StrictMode>,
);
