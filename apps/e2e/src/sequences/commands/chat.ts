import assert from 'node:assert/strict';
import { checkJoined, conclude, postChat, streamOf, takeChat } from '../play/runs.js';
import type { Play } from '../play/play.js';
import type { Command } from './command.js';

/** A message; maybe sent again with its Idempotency-Key when it is answered. */
export async function chat(play: Play, { agent, supersedes, isRepeated, via }: Extract<Command, { do: 'chat' }>): Promise<void> {
  const ask = { agent, message: play.newMessage(), onPending: supersedes ? 'supersede' : 'reject' } as const;
  play.tell(`${ask.message} to ${agent}, on_pending_card ${ask.onPending}, through gateway ${via}`);
  const key = play.newKey();
  const run = takeChat(play, ask, await postChat(play, ask, via, key));
  if (!run) return;
  await conclude(play, run);
  if (!isRepeated || play.door.isRough) return;
  const again = streamOf(await postChat(play, ask, via === 0 ? 1 : 0, key));
  assert.equal(again.runId, run.stream.runId, 'the same key joins the run it started');
  await checkJoined(play, again);
}
