import { setTimeout as delay } from 'node:timers/promises';
import type { ParleyError } from '@parley/contracts';
import type { McpHttpServer } from '../../agents/agent-tool.js';
import { isRunning, ServerTools, STDIO_SERVER, stdioServer, until } from '../test/mcp-fixture.js';
import { HangingMcpServer } from '../test/hanging-mcp-server.js';

/** Some tests start processes. */
jest.setTimeout(20_000);

/** Enough for a server that is well, on a busy machine. */
const connectTimeoutMs = 1000;

let http: HangingMcpServer;
let declared: McpHttpServer;
let server: ServerTools;
beforeEach(async () => {
  http = new HangingMcpServer();
  declared = await http.listen();
  server = new ServerTools(declared, { connectTimeoutMs });
});
afterEach(async () => {
  await server.close();
  http.close();
});

/** Why it can't be opened. */
const whyNot = (of = server): Promise<string> =>
  of.open(['echo']).then(
    () => 'opened',
    ({ code, cause }: ParleyError) => `${code}: ${(cause as Error).message}`,
  );
const tooLate = (what: string): string =>
  `skill_failed: the MCP server "registry" can't be reached: ${what} timed out after ${connectTimeoutMs / 1000} s`;

describe('a server that hangs', () => {
  test.each([
    ['initialize', 'connecting'],
    ['body:initialize', 'connecting'],
    ['notifications/initialized', 'connecting'],
    ['tools/list', 'reading its list of tools'],
    ['body:tools/list', 'reading its list of tools'],
  ])('over HTTP at %s → all who wait fail in time; once it is well, the next use opens anew', async (step, what) => {
    http.hangsAt = step;
    const startedMs = performance.now();
    expect(await Promise.all([whyNot(), whyNot()])).toEqual([tooLate(what), tooLate(what)]);
    expect(performance.now() - startedMs).toBeLessThan(2 * connectTimeoutMs);
    delete http.hangsAt;
    expect(await server.text('echo')).toBe('done');
  });

  test('over HTTP at the end of its session, too → fails in time all the same', async () => {
    http.page = async () => {
      http.hangsAt = 'DELETE';
      return new Promise(() => undefined);
    };
    expect(await whyNot()).toBe(tooLate('reading its list of tools'));
  });

  test.each([
    ['initialize', 'connecting'],
    ['tools/list', 'reading its list of tools'],
  ])('as a process at %s → fails in time, and no process is left', async (HANG_AT, what) => {
    const deaf = new ServerTools(
      stdioServer({
        command: 'sh',
        args: ['-c', 'echo $$ >&2; exec "$0" "$1"', process.execPath, STDIO_SERVER],
        env: { HANG_AT, DEAF_TO: 'eof,SIGTERM' },
      }),
      { connectTimeoutMs: 3000 },
    );
    expect(await whyNot(deaf)).toMatch(`${what} timed out after 3 s`);
    const { line } = deaf.log.entries[0]!.fields as { line: string };
    await until(() => !isRunning(Number(line)));
    await deaf.close();
  });

  test('at a list that is read again → fails in time; once it is well, the next use opens anew', async () => {
    expect(await server.text('echo')).toBe('done');
    http.hangsAt = 'tools/list';
    await expect(server.open(['another'])).rejects.toMatchObject({
      cause: { message: expect.stringContaining('timed out after 1 s') as unknown },
    });
    delete http.hangsAt;
    expect(await server.text('echo')).toBe('done');
    expect(http.seen.filter((method) => method === 'initialize')).toHaveLength(2);
  });
});

describe('a list of tools', () => {
  test('of pages each in time, but not together → fails in time', async () => {
    http.page = async (index) => {
      await delay(connectTimeoutMs / 4);
      return { names: [`t${index}`], more: true };
    };
    expect(await whyNot()).toBe(tooLate('reading its list of tools'));
    expect(http.seen.filter((method) => method === 'tools/list').length).toBeLessThanOrEqual(5);
  });

  const names = (count: number): string[] => Array.from({ length: count }, (_, index) => (index === 0 ? 'echo' : `t${index}`));

  test('of 1000 → opened', async () => {
    http.page = (index) => (index === 0 ? { names: names(999), more: true } : { names: ['last'], more: false });
    expect(await whyNot()).toBe('opened');
  });

  test('of more than 1000, over its pages → fails, and says so', async () => {
    http.page = (index) => ({ names: index === 0 ? names(1000) : ['last'], more: index === 0 });
    expect(await whyNot()).toMatch(/it offers more than 1000 tools$/);
  });

  test('of pages without end → fails, and says so', async () => {
    http.page = () => ({ names: ['echo'], more: true });
    const patient = new ServerTools(declared, { connectTimeoutMs: 30_000 });
    expect(await whyNot(patient)).toMatch(/its list of tools has more than 100 pages$/);
    await patient.close();
  });
});
