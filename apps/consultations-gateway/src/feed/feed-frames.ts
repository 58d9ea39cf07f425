import type { FeedEventData, Session } from '@parley/contracts';
import { jsonFrame, KEEP_ALIVE, KEEPALIVE_COMMENT, keepAlive, mapEach } from '@parley/wire';

const frame = <Name extends keyof FeedEventData>(type: Name, data: FeedEventData[Name]): string =>
  jsonFrame(type, { type, data });

export const sessionFrame = (session: Session): string => frame('session', session);
export const deletedFrame = (sessionId: string): string => frame('deleted', { session_id: sessionId });
export const LISTED_FRAME = frame('listed', {});

/** With comments in silence. (Node keeps timers of one duration in one list: thousands of silent followers are one timer.) */
export const withComments = (frames: AsyncIterable<string>, keepAliveMs: number): AsyncIterableIterator<string> =>
  mapEach(keepAlive(frames, keepAliveMs), (item) => (item === KEEP_ALIVE ? KEEPALIVE_COMMENT : item));
