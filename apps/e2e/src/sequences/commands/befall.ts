import assert from 'node:assert/strict';
import { DEFAULT_TENANT, type SessionId, sessionKey, threadIdOf, UNVERIFIED_OWNER } from '@parley/contracts';
import { pendingCard, settlePending } from '../model/world.js';
import type { Play } from '../play/play.js';
import type { Command } from './command.js';
import type { Surroundings } from './surroundings.js';

type Of<Name extends Command['do']> = Extract<Command, { do: Name }>;

/** At a card, or after the end, nothing is active. */
export async function abortNothing(play: Play, { via }: Of<'abort nothing'>): Promise<void> {
  const said = await play.door.through(via, (gateway) => gateway.abort(play.session));
  assert.deepEqual(said, { aborted: false }, 'nothing is active');
}

/** The card's time is over. The time that the store keeps for it is set back: nobody has to wait. */
export async function lapse(play: Play, { redis }: Surroundings): Promise<void> {
  const pending = pendingCard(play.world);
  if (!pending?.card.expires_at) return play.tell('→ nothing that could');
  const sessionId = play.session as SessionId;
  const thread = threadIdOf({ tenantId: DEFAULT_TENANT, owner: UNVERIFIED_OWNER, sessionId });
  const isNew = await redis.hset(sessionKey(thread), 'card_expires_at', '1');
  assert.equal(isNew, 0, 'the store keeps the time of a card under another name');
  play.world = settlePending(play.world, 'expired');
}

export async function restart({ service, which }: Of<'restart'>, around: Surroundings): Promise<void> {
  const { gateways, engines, stores } = around.stack;
  const found = { gateway: gateways[which], engine: engines[which], store: stores[0] }[service];
  await around.restart(() => found!);
}
