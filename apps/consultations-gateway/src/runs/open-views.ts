import { Injectable } from '@nestjs/common';
import { Drain } from '@parley/platform';

/** The viewers this process serves at the moment. On the way out they may see their runs to the end. */
@Injectable()
export class OpenViews {
  private readonly views = new Set<Promise<unknown>>();

  constructor(drain: Drain) {
    drain.onDrain(async () => {
      while (this.views.size > 0) await Promise.allSettled(this.views);
    });
  }

  get count(): number {
    return this.views.size;
  }

  /** Counts the view until it settles; gives it back. */
  async whileOpen<T>(view: Promise<T>): Promise<T> {
    this.views.add(view);
    try {
      return await view;
    } finally {
      this.views.delete(view);
    }
  }
}
