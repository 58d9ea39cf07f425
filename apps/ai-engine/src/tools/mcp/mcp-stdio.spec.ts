import type { ParleyError } from '@parley/contracts';
import { isRunning, ServerTools, STDIO_SERVER, stdioServer, until } from '../test/mcp-fixture.js';
import { callContext } from '../test/toolbox.js';

/** Each test starts processes. */
jest.setTimeout(20_000);

let server: ServerTools;
beforeEach(() => (server = new ServerTools(stdioServer())));
afterEach(() => server.close());

const causeOf = (opening: Promise<unknown>): Promise<{ code: string; why: string }> =>
  opening.then(
    () => ({ code: 'opened', why: '' }),
    ({ code, cause }: ParleyError) => ({ code, why: (cause as Error).message }),
  );

describe('opening', () => {
  test('tools of several pages → each as its server describes it', async () => {
    const { specs } = await server.open(['until_cancelled', 'echo']);
    expect(specs).toEqual([
      {
        name: 'until_cancelled',
        description: 'Tool until_cancelled.',
        parameters: { type: 'object' },
        confirm: false,
        visible: true,
      },
      expect.objectContaining({ name: 'echo', parameters: expect.objectContaining({ required: ['text'] }) as unknown }),
    ]);
  });

  test('several nodes at once, and later ones → one process', async () => {
    const pids = await Promise.all([server.text('pid'), server.text('pid'), server.text('pid')]);
    expect(new Set([...pids, await server.text('pid')]).size).toBe(1);
  });

  test('a tool that the server has not → skill_failed, with what it has', async () => {
    expect(await causeOf(server.open(['echo', 'lookup']))).toEqual({
      code: 'skill_failed',
      why: expect.stringMatching(/^the MCP server "registry" has no tool "lookup"; it offers echo, pid, .*change$/) as unknown,
    });
  });

  test('the server says that its list has changed → the next node sees the new one', async () => {
    const before = await server.open(['echo']);
    expect(await server.text('change')).toBe('changed');
    expect((await causeOf(server.open(['echo']))).why).toMatch(/has no tool "echo"; it offers .*added$/);
    expect(await server.text('added')).toBe('added');
    expect(before.specs).toHaveLength(1);
  });

  test('a command that is not there → skill_failed, and why', async () => {
    server = new ServerTools(stdioServer({ command: 'no-such-command' }));
    expect(await causeOf(server.open(['echo']))).toEqual({
      code: 'skill_failed',
      why: expect.stringMatching(/^the MCP server "registry" can't be reached: .*ENOENT/) as unknown,
    });
  });

  test('a server that ends at once → skill_failed, and the next use tries again', async () => {
    server = new ServerTools(stdioServer({ args: ['-e', 'process.exit(3)'] }));
    const twice = [await causeOf(server.open(['echo'])), await causeOf(server.open(['echo']))];
    for (const { code, why } of twice) expect([code, why]).toEqual(['skill_failed', expect.stringMatching(/Connection closed/)]);
  });

  test('a server that never answers → skill_failed in time, for all who wait', async () => {
    server = new ServerTools(stdioServer({ args: ['-e', 'process.stdin.resume()'] }), { connectTimeoutMs: 200 });
    const [one, other] = await Promise.all([causeOf(server.open(['echo'])), causeOf(server.open(['echo']))]);
    expect(one).toEqual({ code: 'skill_failed', why: expect.stringMatching(/can't be reached: .*timed out/) as unknown });
    expect(other).toEqual(one);
  });

  test('the turn is aborted while it connects → its reason at once; who else waits is served', async () => {
    const turn = new AbortController();
    const reason = new Error('pre-empted');
    const aborted = server.open(['echo'], turn.signal);
    const other = server.open(['echo']);
    turn.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    expect((await other).specs).toHaveLength(1);
  });
});

describe('a call', () => {
  test('arguments → checked by the schema of the server, keywords of its own let through', async () => {
    const toolbox = await server.open(['echo']);
    const request = { callId: 'c', name: 'echo', argumentsText: '{"text": 5}' };
    expect(toolbox.check(request)).toMatchObject({ ok: false, message: "The arguments don't fit:\ntext: must be string" });
    expect(toolbox.check({ ...request, argumentsText: '{"text": "x"}' })).toMatchObject({ ok: true });
  });

  test.each([
    ['text', 'echo', { isError: false, value: '上海' }],
    ['several texts', 'pair', { isError: false, value: 'one\ntwo' }],
    ['an error', 'bad', { isError: true, value: 'no such claim', shown: 'The tool failed.' }],
    [
      'an error of the protocol',
      'refuses',
      { isError: true, value: 'The tool failed: amount is missing', shown: 'The tool failed.' },
    ],
  ])('answered with %s → the outcome', async (_what, name, outcome) => {
    expect(await server.call(name, { text: '上海' })).toEqual(outcome);
  });

  test('answered with an error → in the log of the turn', async () => {
    const ctx = callContext({ stepId: 's/1' });
    const toolbox = await server.open(['bad']);
    await toolbox.run(toolbox.specs[0]!, {}, ctx);
    const fields = { tool: 'bad', stepId: 's/1', answer: 'no such claim' };
    expect(ctx.log.entries).toEqual([{ level: 'info', message: 'a tool answered with an error', fields }]);
  });

  test('the id of the step → in _meta', async () => {
    expect(await server.call('meta', {}, { stepId: 'thread/1/answer/1/2' })).toEqual({
      isError: false,
      value: { meta: { 'parley/step_id': 'thread/1/answer/1/2' } },
    });
  });

  test('the process → runs in the folder of the agent, with its own variables and a few harmless ones', async () => {
    await server.close();
    process.env.SECRET_OF_THE_ENGINE = 'x';
    server = new ServerTools(stdioServer({ args: [STDIO_SERVER, 'one', 'two words'], env: { KEY: '' }, cwd: '/' }));
    const { value } = await server.call('surroundings');
    delete process.env.SECRET_OF_THE_ENGINE;
    const { cwd, args, env } = value as { cwd: string; args: string[]; env: Record<string, string> };
    expect([cwd, args, env.KEY]).toEqual(['/', ['one', 'two words'], '']);
    expect(
      Object.keys(env).filter((name) => !['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'KEY'].includes(name)),
    ).toEqual([]);
  });

  test('the turn is aborted → its reason at once, and the server is told', async () => {
    const turn = new AbortController();
    const reason = new Error('pre-empted');
    const hanging = server.call('hang', {}, { signal: turn.signal });
    await server.call('until_hanging');
    turn.abort(reason);
    await expect(hanging).rejects.toBe(reason);
    expect(await server.text('until_cancelled')).toBe('1');
  });

  test('a call beyond its timeout → an outcome, and the server is told; it goes on serving', async () => {
    const pid = await server.text('pid');
    expect(await server.call('hang', {}, {}, { timeoutMs: 50 })).toEqual({
      isError: true,
      value: 'The tool timed out after 0.05 s.',
    });
    expect(await server.text('until_cancelled')).toBe('1');
    expect(await server.text('pid')).toBe(pid);
  });
});

describe('a server that breaks', () => {
  const LOST = { isError: true, value: 'The tool failed: the connection to its server was lost.' };

  test('in the middle of a call → an outcome; the next call starts it again', async () => {
    const toolbox = await server.open(['pid', 'die']);
    const [pid, die] = toolbox.specs;
    const run = async (spec = pid) => toolbox.run(spec!, {}, callContext());
    const before = await run();
    expect(await run(die)).toEqual(LOST);
    const after = await run();
    expect([after.isError, after.value === before.value]).toEqual([false, false]);
  });

  test('killed between calls → started again', async () => {
    const pid = Number(await server.text('pid'));
    process.kill(pid, 'SIGKILL');
    await until(() => !isRunning(pid));
    expect(await server.call('pid')).toMatchObject({ isError: false });
  });

  test('that no longer starts → the call fails, and a node that begins', async () => {
    const declared = { ...stdioServer(), args: [STDIO_SERVER] };
    server = new ServerTools(declared);
    const toolbox = await server.open(['die']);
    declared.args = ['-e', 'process.exit(3)'];
    const ctx = callContext();
    expect(await toolbox.run(toolbox.specs[0]!, {}, ctx)).toEqual(LOST);
    expect(await toolbox.run(toolbox.specs[0]!, {}, ctx)).toEqual({
      isError: true,
      value: "The tool failed: its server can't be reached.",
    });
    expect((await causeOf(server.open(['die']))).code).toBe('skill_failed');
  });

  test('that is stuck and answers nobody → replaced after a call that timed out', async () => {
    server = new ServerTools(stdioServer(), { connectTimeoutMs: 3000 });
    const pid = await server.text('pid');
    expect(await server.call('block', {}, {}, { timeoutMs: 50 })).toMatchObject({ isError: true });
    await until(() => server.log.entries.some(({ message }) => message === 'an MCP server hangs and is given up'));
    expect(await server.text('pid')).not.toBe(pid);
  });
});
