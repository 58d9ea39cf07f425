import type { Socket } from 'node:net';
import { ServerTCP, type TcpSocket } from '@nestjs/microservices';
import { type ErrorCode, ParleyError, wireErrorOf } from '@parley/contracts';
import { of } from 'rxjs';
import { sameSecret } from '../http/same-secret.js';
import { newTraceId, withLogContext } from '../logging/log-context.js';
import { STORE_PING, type StorePacket } from './store-packet.js';
import { StoreServerSocket } from './store-socket.js';

export interface StoreServerOptions {
  host: string;
  port: number;
  internalToken: string | undefined;
}

/** Nest's TCP server: checks the internal token of each message and handles it in the caller's log context. */
export class StoreServer extends ServerTCP {
  private readonly internalToken: string | undefined;
  private readonly sockets = new Set<StoreServerSocket>();

  constructor({ host, port, internalToken }: StoreServerOptions) {
    super({ host, port, socketClass: StoreServerSocket });
    this.internalToken = internalToken;
    this.addHandler(STORE_PING, () => Promise.resolve(of(null)));
  }

  override async handleMessage(socket: TcpSocket, message: unknown): Promise<void> {
    const { id, metadata } = message as StorePacket;
    if (this.internalToken !== undefined && !sameSecret(metadata?.internal_token ?? '', this.internalToken))
      return refuse(socket, id, 'unauthorized');
    await withLogContext({ trace_id: metadata?.trace_id ?? newTraceId() }, () => super.handleMessage(socket, message));
  }

  /**
   * Takes no new connection and ends each one as soon as everything asked on it is answered; what a client sends in
   * that moment it asks again elsewhere. Resolves when all connections have ended.
   */
  async leave(): Promise<void> {
    this.isManuallyTerminated = true;
    this.server.close();
    await Promise.all([...this.sockets].map((socket) => socket.endWhenAnswered()));
  }

  protected override getSocketInstance(socket: Socket): TcpSocket {
    const connection = new StoreServerSocket(socket);
    this.sockets.add(connection);
    socket.once('close', () => this.sockets.delete(connection));
    return connection;
  }
}

function refuse(socket: TcpSocket, id: string | undefined, code: ErrorCode): void {
  if (id !== undefined) socket.sendMessage({ id, err: wireErrorOf(new ParleyError(code)), isDisposed: true });
}
