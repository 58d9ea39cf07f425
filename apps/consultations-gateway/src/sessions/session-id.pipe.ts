import { Injectable, type PipeTransform } from '@nestjs/common';
import { isSessionId, ParleyError, type SessionId } from '@parley/contracts';

/** The `{id}` of a path. Throws `validation_failed` for what can be no session id. */
@Injectable()
export class SessionIdPipe implements PipeTransform<string, SessionId> {
  transform(id: string): SessionId {
    if (isSessionId(id)) return id;
    const message = 'must be 1 to 128 characters of A-Z, a-z, 0-9, _ and -';
    throw new ParleyError('validation_failed', { errors: [{ path: 'session_id', message }] });
  }
}
