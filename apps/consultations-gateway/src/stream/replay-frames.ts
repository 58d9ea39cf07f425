import { decorate, type ReplayData, replayFrame } from '@parley/wire';

/** What a client that comes back gets: the `replay` event, then the run's frames. */
export function replayFrames(replay: ReplayData, frames: AsyncIterable<string>): AsyncIterable<string> {
  return decorate(frames, async function* (input) {
    yield replayFrame(replay);
    yield* input;
  });
}

/** The frames of a run of which nothing is left to be seen. */
export async function* noFrames(): AsyncGenerator<string, void> {}
