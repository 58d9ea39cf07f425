import type { ParleyError, SkillLog } from '@parley/contracts';
import type { AppLogger } from '@parley/platform';
import type { EngineLog } from './engine-log.js';

/** The engine's log on pino. */
export class PinoEngineLog implements EngineLog {
  constructor(private readonly log: AppLogger) {}

  get isTracing(): boolean {
    return this.log.isLevelEnabled('debug');
  }

  failed(error: ParleyError, fields: Record<string, unknown>): void {
    this.log.error({ ...fields, code: error.code, err: error.cause ?? error }, 'the turn failed');
  }

  ofSkill(fields: Record<string, unknown>): SkillLog {
    const log = this.log.child(fields);
    return {
      debug: (message, more) => log.debug(more ?? {}, message),
      info: (message, more) => log.info(more ?? {}, message),
      warn: (message, more) => log.warn(more ?? {}, message),
      error: (message, more) => log.error(more ?? {}, message),
    };
  }
}
