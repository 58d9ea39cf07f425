/** What a page throws is the page's: it comes up as an uncaught error, and nothing here ends with it. */
export function guarded(call: () => void): void {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
