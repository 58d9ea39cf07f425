/** Starts a timer and answers how to stop it. Injected where time matters, so that specs need not wait. */
export type StartTimer = (ms: number, onTime: () => void) => () => void;

export const startTimer: StartTimer = (ms, onTime) => {
  const timer = setTimeout(onTime, ms);
  return () => clearTimeout(timer);
};
