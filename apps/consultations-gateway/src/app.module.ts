import { Module } from '@nestjs/common';
import { APP_PIPE, RouterModule } from '@nestjs/core';
import { bodyValidation } from '@parley/platform';
import { BASE_PATH } from './base-path.js';
import { ConsultationsModule } from './consultations.module.js';
import { HomeModule } from './home/home.module.js';

@Module({
  imports: [ConsultationsModule, HomeModule, RouterModule.register([{ path: BASE_PATH, module: ConsultationsModule }])],
  providers: [{ provide: APP_PIPE, useFactory: () => bodyValidation({ unknown: 'refuse' }) }],
})
export class AppModule {}
