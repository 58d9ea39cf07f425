import 'reflect-metadata';
import type { NumberedEvent, RunId, ThreadId } from '@parley/contracts';
import { RunFollower } from './run-follower.js';
import type { RunLogReader } from './run-log-reader.js';

const RUN = { threadId: 'default:-:s' as ThreadId, runId: 'chat-r' as RunId };
const END: NumberedEvent = { seq: 4, event: 'preempted', data: { reason: 'aborted' } };

/** A follower that knows three events, of a log that is gone. */
function followerOfGoneLog(): RunFollower {
  const reader = { read: async () => [], head: async () => undefined } as unknown as RunLogReader;
  return new RunFollower(RUN, reader, { afterSeq: 3, signal: new AbortController().signal }, () => undefined);
}

describe('the log of a run is gone', () => {
  it('its end is still on its way → the end, and no error', async () => {
    const follower = followerOfGoneLog();
    const next = follower.next();
    await new Promise(setImmediate);
    follower.offer([END], 10);
    expect(await next).toEqual({ done: false, value: [END] });
    expect(await follower.next()).toEqual({ done: true, value: undefined });
  });

  it('nothing comes any more → run_expired', async () => {
    await expect(followerOfGoneLog().next()).rejects.toMatchObject({ code: 'run_expired' });
  });

  it('the reader leaves meanwhile → it ends at once', async () => {
    const follower = followerOfGoneLog();
    const next = follower.next();
    await new Promise(setImmediate);
    follower.close();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});
