const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/**
 * Puts characters together that a model cut in half between two tokens: what is stored and sent is well-formed text.
 * The half that comes first waits for the next piece; one that never gets its other half is never shown.
 */
export class WholeCharacters {
  private half = '';

  /** The text to pass on now; `''` where it is only half a character. */
  join(piece: string): string {
    const text = this.half + piece;
    this.half = HIGH_SURROGATE.exec(text)?.[0] ?? '';
    return (this.half ? text.slice(0, -1) : text).toWellFormed();
  }
}
