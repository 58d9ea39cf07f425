import { type CanActivate, Injectable } from '@nestjs/common';
import { ParleyError } from '@parley/contracts';
import { Drain } from './drain.js';

/** For routes that begin new work: `503 draining` once the way out has begun. */
@Injectable()
export class DrainGuard implements CanActivate {
  constructor(private readonly drain: Drain) {}

  canActivate(): boolean {
    if (this.drain.isDraining) throw new ParleyError('draining');
    return true;
  }
}
