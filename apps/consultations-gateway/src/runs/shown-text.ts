import type { RunEvent } from '@parley/contracts';

/** The text a run's user has been shown: its tokens, without those that a `rewind` took back. */
export class ShownText {
  private parts: { seq: number; text: string }[] = [];

  add(event: RunEvent & { seq: number }): void {
    if (event.event === 'token') this.parts.push({ seq: event.seq, text: event.data.text });
    else if (event.event === 'rewind') this.parts = this.parts.filter(({ seq }) => seq <= event.data.to_seq);
  }

  toString(): string {
    return this.parts.map(({ text }) => text).join('');
  }
}
