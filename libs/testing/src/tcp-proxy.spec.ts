import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { TcpProxy } from './tcp-proxy.js';

describe('TcpProxy', () => {
  let server: Server;
  let proxy: TcpProxy;
  let client: Socket;

  beforeEach(async () => {
    server = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = await TcpProxy.start({ targetPort: (server.address() as AddressInfo).port });
    client = connect(proxy.port, '127.0.0.1');
  });
  afterEach(async () => {
    client.destroy();
    await proxy.stop();
    server.close();
  });

  const reply = async (): Promise<string> => String((await once(client, 'data'))[0]);

  it('nothing is held → bytes go both ways', async () => {
    client.write('身份');
    expect(await reply()).toBe('身份');
  });

  it('replies are held to a certain request → those before it come, from it on nothing until they are released', async () => {
    proxy.holdRepliesTo('second');
    client.write('first');
    expect(await reply()).toBe('first');
    client.write('second');
    await proxy.untilHoldingReplies();
    proxy.release();
    expect(await reply()).toBe('second');
  });

  it.each(['requests', 'replies'] as const)(
    '%s are held → nothing comes until they are released, then all of it in order',
    async (held) => {
      const before: string[] = [];
      client.on('data', (bytes) => before.push(String(bytes)));
      if (held === 'requests') proxy.holdRequests();
      else proxy.holdReplies();
      client.write('first ');
      await (held === 'requests' ? proxy.untilHoldingRequests() : proxy.untilHoldingReplies());
      expect(before).toEqual([]);
      proxy.release();
      client.write('second');
      while (before.join('').length < 'first second'.length) await once(client, 'data');
      expect(before.join('')).toBe('first second');
    },
  );

  it('cut → the connection is reset and new ones are refused; restored → the same port works again', async () => {
    client.write('x');
    await reply();
    const reset = once(client, 'error');
    await proxy.cut();
    expect((await reset)[0]).toMatchObject({ code: 'ECONNRESET' });
    const refused = connect(proxy.port, '127.0.0.1');
    expect((await once(refused, 'error'))[0]).toMatchObject({ code: 'ECONNREFUSED' });
    await proxy.restore();
    client = connect(proxy.port, '127.0.0.1');
    client.write('back');
    expect(await reply()).toBe('back');
  });
});
