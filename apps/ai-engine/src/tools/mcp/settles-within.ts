/** Whether the promise settles in time. What comes of it is lost, a rejection too. */
export async function settlesWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => (timer = setTimeout(resolve, ms, false)));
  const settled = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
