import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ParleyError } from '@parley/contracts';
import { HttpServerProcess, ServerTools } from '../test/mcp-fixture.js';
import { callContext } from '../test/toolbox.js';

/** Each test starts processes. */
jest.setTimeout(20_000);

const process = new HttpServerProcess();
let server: ServerTools;
afterEach(async () => {
  await server.close();
  await process.kill();
});

const LOST = { isError: true, value: 'The tool failed: the connection to its server was lost.' };

describe.each(['stream', 'json'] as const)('a server that answers with %s', (answers) => {
  beforeEach(async () => {
    server = new ServerTools(await process.start(answers));
  });

  test('its tools → found and called, step id and headers with them', async () => {
    expect((await server.open(['echo', 'until_cancelled'])).specs.map(({ description }) => description)).toEqual([
      'Tool echo.',
      'Tool until_cancelled.',
    ]);
    expect(await server.call('echo', { text: '上海' })).toEqual({ isError: false, value: '上海' });
    expect(await server.call('meta', {}, { stepId: 's/1' })).toEqual({
      isError: false,
      value: { meta: { 'parley/step_id': 's/1' } },
    });
    expect(await server.call('headers')).toMatchObject({ value: { authorization: 'Bearer x' } });
    expect(await server.call('bad')).toEqual({ isError: true, value: 'no such claim', shown: 'The tool failed.' });
  });

  test('the turn is aborted → its reason at once, and the server is told; no stream stays open', async () => {
    const turn = new AbortController();
    const reason = new Error('pre-empted');
    const hanging = server.call('hang', {}, { signal: turn.signal });
    await server.call('until_hanging');
    const line = process.line();
    turn.abort(reason);
    await expect(hanging).rejects.toBe(reason);
    expect(await server.text('until_cancelled')).toBe('1');
    expect(await line).toBe('broken off');
  });

  test('the server dies in the middle of a call → an outcome long before the timeout; started again, it is found', async () => {
    const hanging = server.call('hang');
    await server.call('until_hanging');
    await process.kill();
    expect(await hanging).toEqual(LOST);
    const toolbox = await server.open(['echo']).catch(({ cause }: ParleyError) => (cause as Error).message);
    expect(toolbox).toMatch(/^the MCP server "registry" can't be reached: .*ECONNREFUSED/);
    await process.start(answers);
    expect(await server.text('echo', { text: 'x' })).toBe('x');
  });

  test('the server is started anew between two calls → the next one works, in a new session', async () => {
    const toolbox = await server.open(['count']);
    const run = () => toolbox.run(toolbox.specs[0]!, {}, callContext());
    expect([(await run()).value, (await run()).value]).toEqual(['1', '2']);
    await process.kill();
    await process.start(answers);
    expect(await run()).toEqual({ isError: false, value: '1' });
  });

  test('the server forgets the session → a new one, and the call is done once', async () => {
    expect(await server.text('count')).toBe('1');
    await fetch(`${process.base}/forget`);
    expect(await server.text('count')).toBe('2');
  });

  test('close → the session is ended', async () => {
    await server.text('pid');
    const line = process.line();
    await server.close();
    expect(await line).toBe('closed');
  });
});

test('the list changes → the next node sees the new one', async () => {
  server = new ServerTools(await process.start());
  expect(await server.text('change')).toBe('changed');
  expect(await server.text('added')).toBe('added');
});

describe('no server of MCP', () => {
  test.each([
    ['nothing listens', undefined, /ECONNREFUSED/],
    ['it answers 401', (_request, response) => void response.writeHead(401).end('who are you'), /who are you/],
    [
      'it answers with a page',
      (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'),
      /Unexpected content type/,
    ],
    ['it never answers', () => undefined, /timed out/],
  ] as [string, http.RequestListener | undefined, RegExp][])('%s → skill_failed, and why', async (_what, listener, why) => {
    const other = http.createServer(listener);
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    if (!listener) await new Promise((resolve) => other.close(resolve));
    server = new ServerTools(
      { kind: 'http', name: 'registry', url: `http://127.0.0.1:${port}/`, headers: {} },
      { connectTimeoutMs: 200 },
    );
    const error = (await server.open(['echo']).catch((reason: unknown) => reason)) as ParleyError;
    expect([error.code, (error.cause as Error).message]).toEqual(['skill_failed', expect.stringMatching(why)]);
    other.closeAllConnections();
    other.close();
  });
});
