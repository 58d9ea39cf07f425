import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { eventually } from './eventually.js';

type Way = 'requests' | 'replies';

/** One connection through the gate. */
interface Link {
  client: Socket;
  server: Socket;
  /** Which way nothing passes, and what has come that way since. */
  held?: { way: Way; kept: Buffer[] };
}

/**
 * A link to a TCP server that stops exactly where a test wants it: a connection on which a certain thing is asked is held
 * from there on — before the server hears it (`requests`), or before the client hears the answer (`replies`).
 */
export class LinkGate {
  readonly #links = new Set<Link>();
  #hold?: { way: Way; asked: RegExp };
  #server?: Server;
  port = 0;

  private constructor(private readonly targetPort: number) {}

  static async start(targetPort: number): Promise<LinkGate> {
    const gate = new LinkGate(targetPort);
    await gate.open();
    return gate;
  }

  /** From now on, every connection on which this is asked, until `release`. */
  hold(way: Way, asked: RegExp): void {
    this.#hold = { way, asked };
  }

  /** Resolves when something is held: a request, or a reply. */
  async untilHolding(): Promise<void> {
    await eventually(
      () => [...this.#links].some(({ held }) => held && held.kept.length > 0),
      (isHolding) => isHolding,
    );
  }

  /** Resolves when all of these requests are held. */
  async untilHoldingRequests(...requests: RegExp[]): Promise<void> {
    const keptText = (): string => [...this.#links].flatMap(({ held }) => (held?.way === 'requests' ? held.kept : [])).join('');
    await eventually(keptText, (text) => requests.every((request) => request.test(text)));
  }

  /** What is held goes on its way; nothing new is held. */
  release(): void {
    this.#hold = undefined;
    for (const link of this.#links) {
      const { held } = link;
      link.held = undefined;
      for (const bytes of held?.kept ?? []) receiverOf(link, held!.way).write(bytes);
    }
  }

  /** Resets all connections and takes none until `open`. What is held is lost. */
  async cut(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    for (const { client, server: target } of this.#links) {
      client.resetAndDestroy();
      target.resetAndDestroy();
    }
    await closed;
  }

  async open(): Promise<void> {
    this.#server = createServer((client) => this.#link(client)).listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  #link(client: Socket): void {
    const link: Link = { client, server: connect(this.targetPort, '127.0.0.1') };
    this.#links.add(link);
    for (const [way, from] of [
      ['requests', client],
      ['replies', link.server],
    ] as const) {
      from.setNoDelay(true);
      from.on('data', (bytes) => this.#pass(link, way, bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#links.delete(link);
        receiverOf(link, way).destroy();
      });
    }
  }

  #pass(link: Link, way: Way, bytes: Buffer): void {
    if (way === 'requests' && !link.held && this.#hold?.asked.test(bytes.toString('latin1'))) {
      link.held = { way: this.#hold.way, kept: [] };
    }
    if (link.held?.way === way) link.held.kept.push(bytes);
    else receiverOf(link, way).write(bytes);
  }
}

const receiverOf = ({ client, server }: Link, way: Way): Socket => (way === 'requests' ? server : client);
