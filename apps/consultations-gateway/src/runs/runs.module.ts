import { Module } from '@nestjs/common';
import { StoreClientModule } from '@parley/platform';
import { CallerModule } from '../caller/caller.module.js';
import { EngineModule } from '../engine/engine.module.js';
import { SessionScopes } from '../sessions/session-scopes.js';
import { RunEndpoint } from './run-endpoint.js';
import { RunResponder } from './run-responder.js';
import { RunStarter } from './run-starter.js';
import { RunViews } from './run-views.js';
import { RunWatch } from './run-watch.js';
import { TurnWithdrawal } from './turn-withdrawal.js';

/** What every call that shows a run needs, in whatever dialect. */
@Module({
  imports: [CallerModule, EngineModule, StoreClientModule],
  providers: [SessionScopes, TurnWithdrawal, RunViews, RunWatch, RunStarter, RunResponder, RunEndpoint],
  exports: [SessionScopes, RunStarter, RunResponder, RunEndpoint],
})
export class RunsModule {}
