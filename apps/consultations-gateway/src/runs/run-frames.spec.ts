import { ParleyError, type NumberedEvent } from '@parley/contracts';
import { runFrames } from './run-frames.js';
import { ended, followed, RUN_EVENT, RUN_ID, token } from './test/followed.js';

async function chunksOf(run: ReturnType<typeof followed>): Promise<{ chunks: string[]; failures: unknown[] }> {
  const chunks: string[] = [];
  const failures: unknown[] = [];
  for await (const chunk of runFrames(run, { keepAliveMs: 60_000, onFailure: (error) => failures.push(error) }))
    chunks.push(chunk);
  return { chunks, failures };
}

const frame = (seq: number, event: string, data: string): string =>
  `id: ${RUN_ID}:${seq}\nevent: ${event}\ndata: {"type":"${event}","data":${data}}\n\n`;
const tokenFrame = (seq: number, text: string): string =>
  frame(seq, 'token', `{"text":"${text}","node":"answer","message_id":"m"}`);
const errorFrame = (seq: number, code: string, message: string, retryable: boolean): string =>
  frame(seq, 'error', `{"code":"${code}","message":"${message}","retryable":${retryable},"trace_id":"trace"}`);

describe('runFrames', () => {
  it('a run → exact frames, one chunk per batch', async () => {
    const { chunks, failures } = await chunksOf(followed([[RUN_EVENT], [token('a'), token('b')], [ended('ab')]]));
    expect(chunks).toEqual([
      frame(1, 'run', `{"run_id":"${RUN_ID}","session_id":"s","turn":3,"agent_id":"echo","kind":"chat"}`),
      tokenFrame(2, 'a') + tokenFrame(3, 'b'),
      frame(4, 'end', '{"status":"completed","output":"ab"}'),
    ]);
    expect(failures).toEqual([]);
  });

  it('a run that is followed from its middle → its own numbers', async () => {
    const { chunks } = await chunksOf(followed([[token('z'), ended('z')]], { fromSeq: 7 }));
    expect(chunks.join('')).toBe(tokenFrame(7, 'z') + frame(8, 'end', '{"status":"completed","output":"z"}'));
  });

  it.each<[string, Error | undefined, string]>([
    [
      'the events break off',
      undefined,
      errorFrame(3, 'engine_unavailable', 'The answer was interrupted. Please try again.', true),
    ],
    [
      'the log vanishes',
      new ParleyError('run_expired'),
      errorFrame(3, 'run_expired', 'This answer can no longer be replayed.', false),
    ],
    [
      'a fault with secrets in it',
      new Error('redis://user:pw@host'),
      errorFrame(3, 'internal', 'Something went wrong. Please try again.', true),
    ],
  ])('%s → one error frame at the next number, neutral', async (_situation, failure, last) => {
    const { chunks, failures } = await chunksOf(followed([[RUN_EVENT, token('a')]], { failure }));
    expect(chunks.at(-1)).toBe(last);
    expect(chunks).toHaveLength(2);
    expect(failures).toHaveLength(1);
  });

  it('silence → comments, and none once the run has ended', async () => {
    let wake = (): void => undefined;
    const silence = new Promise<void>((resolve) => (wake = resolve));
    async function* events(): AsyncGenerator<NumberedEvent[]> {
      yield [{ ...RUN_EVENT, seq: 1 }];
      await silence;
      yield [{ ...ended(''), seq: 2 }];
    }
    const run = { ...followed([]), events: events() };
    const chunks: string[] = [];
    for await (const chunk of runFrames(run, { keepAliveMs: 5, onFailure: () => undefined })) {
      chunks.push(chunk);
      if (chunks.filter((each) => each === ': keepalive\n\n').length === 2) wake();
    }
    expect(chunks.filter((each) => each !== ': keepalive\n\n')).toHaveLength(2);
    expect(chunks.at(-1)).toContain('event: end');
  });
});
