import { ClientTCP, type PacketMetadata } from '@nestjs/microservices';
import { Observable } from 'rxjs';
import { StoreSocket } from './store-socket.js';

/** Nest's TCP client, with metadata per call, and a way out of a connection that only looks alive. */
export class StoreConnection extends ClientTCP {
  private heardAt = 0;

  constructor(host: string, port: number) {
    super({ host, port, socketClass: StoreSocket });
  }

  /** The answer; or, as error, what the store threw (no `Error`), or the `Error` that kept it from answering. */
  ask(pattern: string, data: object, metadata: PacketMetadata): Observable<unknown> {
    return new Observable((observer) => {
      let forget = (): void => undefined;
      let wanted = true;
      this.connect().then(
        () => {
          if (wanted) forget = this.publish({ pattern, data, metadata }, this.createObserver(observer));
        },
        (error: unknown) => observer.error(error),
      );
      return () => {
        wanted = false;
        forget();
      };
    });
  }

  override async handleResponse(buffer: unknown): Promise<void> {
    this.heardAt = performance.now();
    await super.handleResponse(buffer);
  }

  /** A peer that vanished without a word leaves the socket open for minutes; this lets the next call make a new one. */
  dropIfSilentSince(sentAt: number): void {
    if (this.heardAt < sentAt) this.socket?.netSocket.destroy(new Error('session-store does not answer'));
  }

  /** Those who wait for an answer are told, and log it. */
  override handleError(): void {
    return undefined;
  }
}
