import { Module } from '@nestjs/common';
import { StoreClientModule } from '@parley/platform';
import { TurnAbortController } from './abort/abort.controller.js';
import { AgentsController } from './agents/agents.controller.js';
import { ChatController } from './chat/chat.controller.js';
import { ChatService } from './chat/chat.service.js';
import { EngineModule } from './engine/engine.module.js';
import { MessagesController } from './messages/messages.controller.js';
import { PendingCardController } from './pending-card/pending-card.controller.js';
import { ResumeController } from './resume/resume.controller.js';
import { ResumeService } from './resume/resume.service.js';
import { RunsModule } from './runs/runs.module.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { StateController } from './state/state.controller.js';
import { StateService } from './state/state.service.js';
import { ReplayService } from './stream/replay.service.js';
import { StreamController } from './stream/stream.controller.js';

/** The public API of protocol, section 4: one folder per use case. */
@Module({
  imports: [StoreClientModule, EngineModule, RunsModule],
  controllers: [
    SessionsController,
    ChatController,
    ResumeController,
    PendingCardController,
    MessagesController,
    TurnAbortController,
    StreamController,
    AgentsController,
    StateController,
  ],
  providers: [SessionsService, ChatService, ResumeService, ReplayService, StateService],
})
export class ConsultationsModule {}
