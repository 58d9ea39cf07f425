import { Module } from '@nestjs/common';
import { AnswerByMessage } from './cards/answer-by-message.js';
import { CheckResume } from './cards/check-resume.js';
import { PendingCards } from './cards/pending-cards.js';
import { MessagesService } from './messages/messages.service.js';
import { ListSessions } from './sessions/list-sessions.js';
import { SessionIndex } from './sessions/session-index.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { ClaimTurn } from './turns/claim-turn.js';
import { EndTurn } from './turns/end-turn.js';
import { FindRun } from './turns/find-run.js';
import { StartTurn } from './turns/start-turn.js';
import { TurnsController } from './turns/turns.controller.js';

@Module({
  controllers: [SessionsController, TurnsController],
  providers: [
    SessionIndex,
    SessionsService,
    ListSessions,
    MessagesService,
    PendingCards,
    CheckResume,
    AnswerByMessage,
    FindRun,
    StartTurn,
    ClaimTurn,
    EndTurn,
  ],
})
export class AppModule {}
