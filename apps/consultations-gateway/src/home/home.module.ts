import { Module } from '@nestjs/common';
import { EngineModule } from '../engine/engine.module.js';
import { HomeController } from './home.controller.js';

@Module({ imports: [EngineModule], controllers: [HomeController] })
export class HomeModule {}
