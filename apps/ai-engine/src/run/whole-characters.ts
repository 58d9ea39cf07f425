const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/**
 * Puts characters together that a model cut in half between two tokens: what is stored and sent is well-formed text.
 * The half that comes first waits for the next piece of its node; one that never gets its other half is never shown.
 */
export class WholeCharacters {
  private half = '';
  private node = '';

  /** The text to pass on now; `''` where it is only half a character. */
  join(piece: string, node: string): string {
    const text = (node === this.node ? this.half : '') + piece;
    this.node = node;
    this.half = HIGH_SURROGATE.exec(text)?.[0] ?? '';
    return (this.half ? text.slice(0, -1) : text).toWellFormed();
  }
}
