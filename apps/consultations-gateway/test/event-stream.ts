import { RunEventDecoder, type RunStreamItem } from '@parley/wire';

/** What comes on a response that is an event stream, as it comes. */
export class EventStream {
  text = '';
  readonly items: RunStreamItem[] = [];
  /** Resolves when the server has ended the response; rejects when the connection broke. */
  readonly ended: Promise<void>;

  constructor(readonly response: Response) {
    this.ended = this.read();
    this.ended.catch(() => undefined);
  }

  get names(): string[] {
    return this.items.map(({ event }) => event);
  }

  private async read(): Promise<void> {
    const decoder = new RunEventDecoder();
    const utf8 = new TextDecoder();
    for await (const bytes of this.response.body ?? []) {
      this.text += utf8.decode(bytes as Uint8Array, { stream: true });
      this.items.push(...decoder.push(bytes as Uint8Array));
      if (decoder.failure) throw decoder.failure;
    }
    this.items.push(...decoder.end());
  }
}
