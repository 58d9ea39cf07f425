import assert from 'node:assert/strict';
import type { NumberedEvent, RunId } from '@parley/contracts';
import { isReplay, KEEPALIVE_COMMENT, type ReplayData, replayFrame, RunEventDecoder, sseFrame } from '@parley/wire';

/** The end of a run holds its whole text. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

export type Frame = { kind: 'comment' } | { kind: 'replay'; data: ReplayData } | { kind: 'event'; event: NumberedEvent };

/** Bytes → frames; refuses what our own encoder would not have written, byte for byte. */
export class FrameReader {
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** Pieces of the frame that is being read; joined once, when it is whole. */
  #pieces: string[] = [];

  /** Answers the bytes as text. */
  push(chunk: Buffer, runId: RunId, take: (frame: Frame) => void): string {
    const text = this.#utf8.decode(chunk, { stream: true });
    let from = 0;
    // The empty line that ends a frame may be cut in two.
    if (text.startsWith('\n') && this.#pieces.at(-1)?.endsWith('\n')) from = this.#whole(text, 0, 1, runId, take);
    for (let end = text.indexOf('\n\n', from); end !== -1; end = text.indexOf('\n\n', from)) {
      from = this.#whole(text, from, end + 2, runId, take);
    }
    if (from < text.length) this.#pieces.push(text.slice(from));
    return text;
  }

  end(): void {
    assert.equal(this.#pieces.join('') + this.#utf8.decode(), '', 'nothing after the last frame');
  }

  #whole(text: string, from: number, to: number, runId: RunId, take: (frame: Frame) => void): number {
    const bytes = this.#pieces.join('') + text.slice(from, to);
    this.#pieces = [];
    take(frameOf(bytes, runId));
    return to;
  }
}

function frameOf(bytes: string, runId: RunId): Frame {
  if (bytes === KEEPALIVE_COMMENT) return { kind: 'comment' };
  const decoder = new RunEventDecoder({ maxBytes: MAX_FRAME_BYTES });
  const [item, ...more] = [...decoder.push(Buffer.from(bytes)), ...decoder.end()];
  if (decoder.failure) throw decoder.failure;
  assert.ok(item && more.length === 0, `one frame, not ${JSON.stringify(bytes)}`);
  if (isReplay(item)) {
    assert.equal(bytes, replayFrame(item.data), 'the bytes of the replay frame');
    return { kind: 'replay', data: item.data };
  }
  const { runId: ofFrame, ...event } = item;
  assert.equal(ofFrame, runId, 'the run id of a frame is that of the header');
  assert.equal(bytes, sseFrame(event, runId), 'the bytes of a frame');
  return { kind: 'event', event };
}
