import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AppName, appSpec, type Env, freePort, freePorts, INTERNAL_TOKEN, ManagedProcess } from '@parley/testing';
import { textLike, textWith } from './test/matchers.js';

let folder: string;
const started: ManagedProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-start-'));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((process) => process.kill()));
  await rm(folder, { recursive: true, force: true });
});

/** Starts an app with exactly this environment and waits until it has ended. */
async function endOf(app: AppName, env: Env): Promise<{ code: number | null; log: string }> {
  const process = new ManagedProcess(appSpec(app, app, folder, env, 1));
  started.push(process);
  process.launch();
  const { code } = await process.exited;
  return { code, log: process.log };
}

describe('a wrong configuration', () => {
  test.each<[AppName, Env, string[]]>([
    [
      'consultations-gateway',
      {
        REDIS_URL: 'http://x',
        GATEWAY_PORT: '70000',
        ENGINE_TRANSPORT: 'pigeon',
        SSE_KEEPALIVE_MS: 'often',
        LOG_LEVEL: 'loud',
        SESSION_STORE_URL: 'x',
        INTERNAL_TOKEN: 'short',
      },
      ['REDIS_URL', 'GATEWAY_PORT', 'ENGINE_TRANSPORT', 'SSE_KEEPALIVE_MS', 'LOG_LEVEL', 'SESSION_STORE_URL', 'INTERNAL_TOKEN'],
    ],
    [
      'ai-engine',
      { ENGINE_PORT: '0x', ENGINE_ROLE: 'boss', MODEL_BASE_URL: 'model', ENGINE_CONCURRENCY: '0' },
      ['ENGINE_PORT', 'ENGINE_ROLE', 'MODEL_BASE_URL', 'ENGINE_CONCURRENCY'],
    ],
    [
      'session-store',
      { SESSION_STORE_PORT: '-1', SESSION_STORE_HTTP_PORT: 'x', RUN_LOG_TTL_S: '0' },
      ['SESSION_STORE_PORT', 'SESSION_STORE_HTTP_PORT', 'RUN_LOG_TTL_S'],
    ],
    ['demo-model', { DEMO_MODEL_PORT: 'x', LOG_LEVEL: 'loud' }, ['DEMO_MODEL_PORT', 'LOG_LEVEL']],
  ])('of %s → exit 78, all problems at once, each with what was expected', async (app, env, names) => {
    const { code, log } = await endOf(app, env);
    expect(code).toBe(78);
    for (const name of names) expect(log).toMatch(new RegExp(`${name}: expected \\S`));
    expect(log.match(/: expected /g)).toHaveLength(names.length);
    expect(log).not.toMatch(/at .*\.(js|ts):\d+/);
  });

  test('a secret that is wrong, and a password in a URL → named, not shown', async () => {
    const { code, log } = await endOf('consultations-gateway', {
      INTERNAL_TOKEN: 'sesame',
      REDIS_URL: 'ftp://user:opensesame@x',
    });
    expect(code).toBe(78);
    expect(log).toMatch(/INTERNAL_TOKEN[^]*REDIS_URL|REDIS_URL[^]*INTERNAL_TOKEN/);
    expect(log).not.toContain('sesame');
  });

  test.each(['ai-engine', 'session-store'] as const)('%s open to all without INTERNAL_TOKEN → exit 78', async (app) => {
    const { code, log } = await endOf(app, { HOST: '0.0.0.0' });
    expect([code, log]).toEqual([78, textWith('INTERNAL_TOKEN')]);
  });

  test('a gateway open to all without authentication → exit 78, unless it is asked for', async () => {
    const { code, log } = await endOf('consultations-gateway', { HOST: '0.0.0.0', INTERNAL_TOKEN });
    expect([code, log]).toEqual([78, textLike(/AUTH_MODE[^]*ALLOW_INSECURE/)]);
  });

  test('an .env beside it → is read, and the environment wins over it', async () => {
    await writeFile(path.join(folder, '.env'), 'GATEWAY_PORT=nonsense\nLOG_LEVEL=loud\n');
    const { code, log } = await endOf('consultations-gateway', { LOG_LEVEL: 'quiet' });
    expect(code).toBe(78);
    expect(log).toMatch(/GATEWAY_PORT: expected [^]*"nonsense"/);
    expect(log).toMatch(/LOG_LEVEL: expected [^]*"quiet"/);
  });
});

describe('a wrong agent file', () => {
  async function agent(id: string, lines: string[]): Promise<string> {
    await mkdir(path.join(folder, 'agents', id), { recursive: true });
    const file = path.join(folder, 'agents', id, 'agent.yaml');
    await writeFile(file, lines.join('\n'));
    return file;
  }

  test('several faults in two files → exit 78, each with file, line and what was expected', async () => {
    const one = await agent('one', [
      'id: one',
      'name: { en: One }',
      'model: { name: x }',
      'timeout: soon',
      'skills:',
      '  - { id: a, kind: from, questions: [] }',
      'answr: { prompt: answer.md }',
    ]);
    const two = await agent('two', [
      'id: three',
      'name: { en: Two }',
      'model: { name: x }',
      'skills: []',
      'answer: { prompt: missing.md }',
    ]);
    const { code, log } = await endOf('ai-engine', { AGENTS_DIR: path.join(folder, 'agents') });
    expect(code).toBe(78);
    expect(log).toMatch(new RegExp(`^${one}:4:\\d+: .*timeout.*expected`, 'm'));
    expect(log).toMatch(new RegExp(`^${one}:6:\\d+: .*kind`, 'm'));
    expect(log).toMatch(new RegExp(`^${one}:7:\\d+: .*answr`, 'm'));
    expect(log).toMatch(new RegExp(`^${two}:1:\\d+: .*id`, 'm'));
    expect(log).toMatch(new RegExp(`^${two}:5:\\d+: .*missing\\.md`, 'm'));
    expect(log).not.toMatch(/at .*\.(js|ts):\d+/);
  });

  test('no YAML at all → exit 78 with the line', async () => {
    const file = await agent('broken', ['id: broken', 'name: { en: [', 'skills: []']);
    const { code, log } = await endOf('ai-engine', { AGENTS_DIR: path.join(folder, 'agents') });
    expect([code, log]).toEqual([78, textLike(new RegExp(`^${file}:\\d+`, 'm'))]);
  });

  test('a folder that is not there → exit 78, and says so', async () => {
    const { code, log } = await endOf('ai-engine', { AGENTS_DIR: path.join(folder, 'nowhere') });
    expect([code, log]).toEqual([78, textWith('nowhere')]);
  });

  test('a variable that is not set → exit 78, named', async () => {
    await agent('var', [
      'id: var',
      'name: { en: Var }',
      'model: { name: "${E2E_UNSET_MODEL}" }',
      'skills: []',
      'answer: { prompt: a.md }',
    ]);
    const { code, log } = await endOf('ai-engine', { AGENTS_DIR: path.join(folder, 'agents') });
    expect([code, log]).toEqual([78, textLike(/agent\.yaml:3:\d+: .*E2E_UNSET_MODEL/)]);
  });
});

describe('a port that is taken', () => {
  let holder: Server;
  let port: number;
  beforeEach(async () => {
    port = await freePort();
    holder = createServer().listen(port, '127.0.0.1');
    await once(holder, 'listening');
  });
  afterEach(() => void holder.close());

  test.each<[AppName, string]>([
    ['consultations-gateway', 'GATEWAY_PORT'],
    ['ai-engine', 'ENGINE_PORT'],
    ['session-store', 'SESSION_STORE_PORT'],
    ['session-store', 'SESSION_STORE_HTTP_PORT'],
    ['demo-model', 'DEMO_MODEL_PORT'],
  ])('%s with its %s → exit 1, and says which', async (app, name) => {
    const others = await freePorts(2);
    const ports = {
      SESSION_STORE_PORT: `${others[0]}`,
      SESSION_STORE_HTTP_PORT: `${others[1]}`,
      REDIS_URL: `redis://127.0.0.1:${port}`,
    };
    const { code, log } = await endOf(app, { ...ports, [name]: String(port) });
    expect([code, log]).toEqual([1, textLike(new RegExp(`\\b${port}\\b`))]);
  });
});
