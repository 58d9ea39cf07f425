import 'reflect-metadata';
import type { RunId, ThreadId } from '@parley/contracts';
import { RunFeed } from './run-feed.js';

describe('RunFeed', () => {
  const feed = (): RunFeed => new RunFeed({ threadId: 't' as ThreadId, runId: 'chat-1' as RunId }, Promise.resolve());

  it('nothing came since it was last asked → silent, however often it is asked', () => {
    const silent = feed();
    expect([silent.wasSilent(), silent.wasSilent()]).toEqual([true, true]);
  });

  it('a message came since → not silent once, so that a run which talks is not looked at', () => {
    const talking = feed();
    talking.publish('');
    expect([talking.wasSilent(), talking.wasSilent()]).toEqual([false, true]);
  });
});
