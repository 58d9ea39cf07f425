import { once } from 'node:events';
import type { Socket } from 'node:net';
import { JsonSocket } from '@nestjs/microservices';
import { WorkInHand } from '../drain/work-in-hand.js';
import type { StorePacket, StoreReply } from './store-packet.js';

/** Small messages leave at once instead of waiting for the acknowledgement of the one before. */
export class StoreSocket extends JsonSocket {
  constructor(socket: Socket) {
    super(socket);
    socket.setNoDelay(true);
  }
}

/** The store's side knows which calls it still owes an answer. */
export class StoreServerSocket extends StoreSocket {
  private readonly calls = new WorkInHand();

  constructor(socket: Socket) {
    super(socket);
    socket.on('message', ({ id }: StorePacket) => {
      if (id !== undefined) this.calls.begin();
    });
  }

  override sendMessage(message: StoreReply, callback?: (error?: unknown) => void): void {
    super.sendMessage(message, callback);
    if (message.isDisposed === true || message.err !== undefined) this.calls.finish();
  }

  /** Resolves when the connection is closed, by whichever side. */
  async endWhenAnswered(): Promise<void> {
    if (this.netSocket.closed) return;
    const closed = once(this.netSocket, 'close');
    void this.calls.idle().then(() => this.end());
    await closed;
  }
}
