import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const APP = join(__dirname, '..');
let child: ChildProcess | undefined;

beforeAll(() => execFileSync(join(APP, '../../node_modules/.bin/tsc'), ['-b'], { cwd: APP }), 60_000);
afterEach(() => child?.kill('SIGKILL'));

/** Starts the compiled app with this environment alone, away from any `.env`. */
function start(env: Record<string, string>): ChildProcess {
  child = spawn(process.execPath, [join(APP, 'dist/main.js')], { env, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
  return child;
}

async function exitOf(started: ChildProcess): Promise<{ code: unknown; stderr: string }> {
  let stderr = '';
  started.stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
  const [code] = (await once(started, 'close')) as [unknown];
  return { code, stderr };
}

/** The port that the line "listening" names. */
async function portOf(started: ChildProcess): Promise<number> {
  const [line] = (await once(started.stdout!, 'data')) as [Buffer];
  return (JSON.parse(line.toString().split('\n')[0] ?? '') as { port: number }).port;
}

test('start, answer, SIGTERM → exit 0', async () => {
  const app = start({ DEMO_MODEL_PORT: '0' });
  const port = await portOf(app);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  const exited = exitOf(app);
  app.kill('SIGTERM');
  expect(await exited).toEqual({ code: 0, stderr: '' });
});

test('wrong variables → all of them on stderr, exit 78', async () => {
  expect(await exitOf(start({ DEMO_MODEL_PORT: 'x', LOG_LEVEL: 'y' }))).toEqual({
    code: 78,
    stderr:
      'demo-model: The configuration is wrong:\n' +
      '  DEMO_MODEL_PORT: expected an integer from 0 to 65535; got "x"\n' +
      '  LOG_LEVEL: expected one of trace, debug, info, warn, error, fatal, silent; got "y"\n',
  });
});

test('the port is taken → the message names the variable to change, exit 1', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await exitOf(start({ DEMO_MODEL_PORT: String(port) }))).toEqual({
    code: 1,
    stderr: `demo-model: port ${port} on 127.0.0.1 is taken: stop what listens there, or set DEMO_MODEL_PORT\n`,
  });
  other.close();
});
