/** An answer that came, but not whole, or not as an answer: its `message` is for the log. */
export class BrokenAnswerError extends Error {
  override readonly name = 'BrokenAnswerError';

  constructor(
    message: string,
    /** The same call may succeed when it is made again. */
    readonly mayPass = true,
  ) {
    super(message);
  }
}
