import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { EngineModule } from '../engine/engine.module.js';
import { ConsoleFiles } from './console-files.js';
import { HomeController } from './home.controller.js';

/** Where the build of `apps/web-console` lies. */
const CONSOLE_FOLDER = fileURLToPath(new URL('../../../web-console/dist', import.meta.url));

@Module({
  imports: [EngineModule],
  controllers: [HomeController],
  providers: [{ provide: ConsoleFiles, useFactory: () => new ConsoleFiles(CONSOLE_FOLDER) }],
})
export class HomeModule {}
