import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { StorePattern } from '@parley/contracts';
import type { Reply, Request } from '../store-handler.js';
import { ClaimTurn } from './claim-turn.js';
import { EndTurn } from './end-turn.js';
import { FindRun } from './find-run.js';
import { StartTurn } from './start-turn.js';

const on = (pattern: StorePattern): MethodDecorator => MessagePattern(pattern);

@Controller()
export class TurnsController {
  constructor(
    private readonly startTurn: StartTurn,
    private readonly claimTurn: ClaimTurn,
    private readonly endTurn: EndTurn,
    private readonly findRun: FindRun,
  ) {}

  @on('turn.start')
  start(@Payload() turn: Request<'turn.start'>): Reply<'turn.start'> {
    return this.startTurn.start(turn);
  }

  @on('turn.claim')
  claim(@Payload() request: Request<'turn.claim'>): Reply<'turn.claim'> {
    return this.claimTurn.claim(request);
  }

  @on('turn.end')
  end(@Payload() turn: Request<'turn.end'>): Reply<'turn.end'> {
    return this.endTurn.end(turn);
  }

  @on('turn.close')
  close(@Payload() request: Request<'turn.close'>): Reply<'turn.close'> {
    return this.endTurn.close(request);
  }

  @on('turn.abort')
  abort(@Payload() request: Request<'turn.abort'>): Reply<'turn.abort'> {
    return this.endTurn.abort(request);
  }

  @on('turn.find')
  find(@Payload() { thread_id, run_id }: Request<'turn.find'>): Reply<'turn.find'> {
    return this.findRun.find(thread_id, run_id);
  }
}
