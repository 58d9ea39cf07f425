import { Module } from '@nestjs/common';
import { APP_PIPE, RouterModule } from '@nestjs/core';
import { bodyValidation } from '@parley/platform';
import { BASE_PATH } from './base-path.js';
import { ConsultationsModule } from './consultations.module.js';
import { FeedModule } from './feed/feed.module.js';
import { HomeModule } from './home/home.module.js';

@Module({
  imports: [
    ConsultationsModule,
    FeedModule,
    HomeModule,
    RouterModule.register([ConsultationsModule, FeedModule].map((module) => ({ path: BASE_PATH, module }))),
  ],
  providers: [{ provide: APP_PIPE, useFactory: () => bodyValidation({ unknown: 'refuse' }) }],
})
export class AppModule {}
