import { useSyncExternalStore } from 'react';

/** What the page shows. It is in the URL's fragment: the page works below any path, and the server has one page. */
export type Route = { page: 'new' } | { page: 'consultation'; sessionId: string } | { page: 'workbench' };

const SESSION = /^#\/c\/([\w-]{1,128})$/;

export function routeOf(hash: string): Route {
  const [, sessionId] = SESSION.exec(hash) ?? [];
  if (sessionId !== undefined) return { page: 'consultation', sessionId };
  return { page: hash === '#/workbench' ? 'workbench' : 'new' };
}

export function hrefOf(route: Route): string {
  if (route.page === 'consultation') return `#/c/${route.sessionId}`;
  return route.page === 'workbench' ? '#/workbench' : '#/';
}

/** Goes there, without a step that one could go back to. */
export function replaceRoute(route: Route): void {
  window.history.replaceState(null, '', hrefOf(route));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

export const useRoute = (): Route => routeOf(useSyncExternalStore(subscribe, () => window.location.hash));
