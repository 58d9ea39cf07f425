import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Tools } from '../tools/tools.js';

/** No process of an MCP server outlives the engine that started it. */
@Injectable()
export class CloseTools implements BeforeApplicationShutdown {
  constructor(private readonly tools: Tools) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.tools.close();
  }
}
