/** Whether anybody can see the page. A page that is hidden listens to nothing: a browser has six connections for all its tabs. */
export interface PageVisibility {
  isHidden: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

export const documentVisibility: PageVisibility = {
  isHidden: () => document.visibilityState === 'hidden',
  subscribe: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};
