import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Tools } from '../tools/tools.js';

/** No process of an MCP server outlives the engine that started it. The first to close: what waits for Redis may use up the time. */
@Injectable()
export class CloseTools implements OnModuleDestroy {
  constructor(private readonly tools: Tools) {}

  async onModuleDestroy(): Promise<void> {
    await this.tools.close();
  }
}
