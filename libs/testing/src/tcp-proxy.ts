import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What one side sends to the other; kept back while `held`. */
class Direction {
  private held = false;
  private readonly kept: { to: Socket; bytes: Buffer }[] = [];
  private waiters: (() => void)[] = [];

  pass(to: Socket, bytes: Buffer): void {
    if (!this.held) return void to.write(bytes);
    this.kept.push({ to, bytes });
    for (const resolve of this.waiters.splice(0)) resolve();
  }

  hold(): void {
    this.held = true;
  }

  async untilHolding(): Promise<void> {
    if (this.kept.length === 0) await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  release(): void {
    this.held = false;
    for (const { to, bytes } of this.kept.splice(0)) to.write(bytes);
  }
}

/** A link to a TCP server that a test can delay and cut. When one side closes, the other is closed at once. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private readonly requests = new Direction();
  private readonly replies = new Direction();
  private server?: Server;
  private awaitedRequest?: string;

  private constructor(
    private readonly targetPort: number,
    private listenPort = 0,
  ) {}

  /** Resolves when it takes connections, on a free port of 127.0.0.1. */
  static async start({ targetPort }: { targetPort: number }): Promise<TcpProxy> {
    const proxy = new TcpProxy(targetPort);
    await proxy.restore();
    return proxy;
  }

  get port(): number {
    return this.listenPort;
  }

  /** Keeps back what clients send from now on. */
  holdRequests(): void {
    this.requests.hold();
  }

  /** Keeps back what the server sends from now on. */
  holdReplies(): void {
    this.replies.hold();
  }

  /** Keeps back what the server sends from the moment a client has sent a chunk with this text in it. */
  holdRepliesTo(request: string): void {
    this.awaitedRequest = request;
  }

  /** Resolves when something is being kept back. */
  untilHoldingRequests(): Promise<void> {
    return this.requests.untilHolding();
  }

  untilHoldingReplies(): Promise<void> {
    return this.replies.untilHolding();
  }

  /** Passes on what was kept back, and everything from now on. */
  release(): void {
    this.awaitedRequest = undefined;
    this.requests.release();
    this.replies.release();
  }

  /** Resets all connections and refuses new ones until `restore`. */
  async cut(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.sockets) socket.resetAndDestroy();
    await closed;
  }

  /** Takes connections again, on the same port. */
  async restore(): Promise<void> {
    if (this.server) return;
    this.server = createServer((client) => this.link(client)).listen(this.listenPort, '127.0.0.1');
    await once(this.server, 'listening');
    this.listenPort = (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    await this.cut();
  }

  private link(client: Socket): void {
    const target = connect(this.targetPort, '127.0.0.1');
    client.on('data', (bytes) => this.lookAt(bytes));
    this.join(client, target, this.requests);
    this.join(target, client, this.replies);
  }

  private lookAt(request: Buffer): void {
    if (this.awaitedRequest === undefined || !request.includes(this.awaitedRequest)) return;
    this.awaitedRequest = undefined;
    this.replies.hold();
  }

  private join(from: Socket, to: Socket, direction: Direction): void {
    this.sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (bytes) => direction.pass(to, bytes));
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
  }
}
