import type { ParleyError } from '@parley/contracts';
import { isRunning, ServerTools, STDIO_SERVER, stdioServer, until } from '../test/mcp-fixture.js';

/** Each test starts processes. */
jest.setTimeout(20_000);

let server: ServerTools;
afterEach(() => server.close());

const whyNot = (opening: Promise<unknown>): Promise<string> =>
  opening.then(
    () => 'opened',
    ({ cause }: ParleyError) => (cause as Error).message,
  );

test('close → the process ends, what was under way fails, and nothing can be opened', async () => {
  server = new ServerTools(stdioServer());
  const pid = Number(await server.text('pid'));
  const hanging = server.call('hang');
  await server.call('until_hanging');
  await server.close();
  expect(isRunning(pid)).toBe(false);
  expect(await hanging).toMatchObject({ isError: true });
  expect(await whyNot(server.open(['echo']))).toMatch(/the engine ends/);
});

test('close while it connects → ends that, too', async () => {
  server = new ServerTools(stdioServer());
  const opening = whyNot(server.open(['echo']));
  await server.close();
  expect(await opening).not.toBe('opened');
});

/** What an engine has for closing. */
const CLOSE_TIMEOUT_MS = 2000;

test.each(['eof', 'SIGTERM', 'eof,SIGTERM'])(
  'a process deaf to %s → ended all the same, while the engine closes',
  async (deafTo) => {
    server = new ServerTools(stdioServer({ env: { DEAF_TO: deafTo } }));
    const pid = Number(await server.text('pid'));
    const startedMs = performance.now();
    await server.close();
    expect(performance.now() - startedMs).toBeLessThan(CLOSE_TIMEOUT_MS);
    expect(isRunning(pid)).toBe(false);
  },
);

describe('a process that a shell has started', () => {
  const shell = (script: string, env = {}) =>
    new ServerTools(stdioServer({ command: 'sh', args: ['-c', script, process.execPath, STDIO_SERVER], env }));

  test('deaf to everything → ended with the shell', async () => {
    server = shell('"$0" "$1"; exit 0', { DEAF_TO: 'eof,SIGTERM' });
    const pid = Number(await server.text('pid'));
    await server.close();
    await until(() => !isRunning(pid));
  });

  test('that holds none of its pipes → ended, too', async () => {
    server = shell('sleep 1000 <&- >&- 2>&- & echo $! >&2; exec "$0" "$1"');
    await server.text('pid');
    const { line } = server.log.entries[0]!.fields as { line: string };
    expect(isRunning(Number(line))).toBe(true);
    await server.close();
    await until(() => !isRunning(Number(line)));
  });

  test('the shell dies and leaves it → ended, and the next use starts both anew', async () => {
    server = shell('"$0" "$1"; exit 0', { DEAF_TO: 'eof,SIGTERM' });
    const { ppid, pid } = JSON.parse(await server.text('ids')) as { ppid: number; pid: number };
    process.kill(ppid, 'SIGKILL');
    await until(() => !isRunning(pid));
    expect(Number(await server.text('pid'))).not.toBe(pid);
  });
});

test('what the process writes to stderr → the debug log', async () => {
  server = new ServerTools(stdioServer());
  await server.text('pid');
  expect(server.log.entries).toContainEqual({
    level: 'debug',
    message: 'an MCP server wrote to stderr',
    fields: { line: 'ready' },
  });
});

test('a message longer than can be read → the connection ends, and the next use starts the server again', async () => {
  server = new ServerTools(stdioServer());
  const pid = await server.text('pid');
  expect(await server.call('huge')).toMatchObject({
    isError: true,
    value: 'The tool failed: the connection to its server was lost.',
  });
  expect(await server.text('pid')).not.toBe(pid);
});
