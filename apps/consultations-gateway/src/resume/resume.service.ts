import { Injectable } from '@nestjs/common';
import type { ResumeRequest, TurnStart } from '@parley/contracts';
import { StoreClient } from '@parley/platform';
import { AgentDirectory } from '../engine/agent-directory.js';
import { policiesOf } from '../runs/asked-run.js';
import type { FollowedRun } from '../runs/followed-run.js';
import type { RunAsk } from '../runs/run-endpoint.js';
import { RunStarter } from '../runs/run-starter.js';

/** A user's answers to a card. */
@Injectable()
export class ResumeService {
  constructor(
    private readonly store: StoreClient,
    private readonly agents: AgentDirectory,
    private readonly starter: RunStarter,
  ) {}

  /** Throws what keeps the turn from going on, the card being as it was. Exactly one of several equal requests starts a run; the others join it. */
  async start(ask: RunAsk, body: ResumeRequest): Promise<FollowedRun> {
    const session = await this.store.call('session.get', { thread_id: ask.scope.threadId });
    const agent = await this.agents.find(session.agent_id);
    const request = resumeRequest(body);
    const policies = policiesOf({ on_disconnect: body.on_disconnect }, agent);
    return this.starter.start({ ...ask, agent, request, policies });
  }
}

export function resumeRequest({ card_id, user_response }: ResumeRequest): TurnStart['request'] & { kind: 'resume' } {
  const { action = 'submit', answers = [] } = user_response;
  return {
    kind: 'resume',
    ...(card_id !== undefined && { card_id }),
    action,
    answers: answers.map(({ field_key, value, item_id }) => ({ field_key, value, ...(item_id !== undefined && { item_id }) })),
  };
}
