import 'reflect-metadata';
import { join } from 'node:path';
import { ParleyError } from '@parley/contracts';
import type { FormSkill, ModuleSkill } from './agent.js';
import { AgentFileError } from './agent-file-error.js';
import { loadAgents } from './load-agents.js';
import { agentFolder, importThroughRequire, MINIMAL, removeAgentFolders } from './test/agent-folder.js';

afterEach(removeAgentFolders);

const load = (dirs: string[], env = {}) => loadAgents(dirs, env, { importModule: importThroughRequire });

test('a file that says no more than it must → every default', async () => {
  const dir = await agentFolder({ 'a/agent.yaml': MINIMAL, 'a/answer.md': 'Hello {{message}}' });
  expect((await load([dir])).get('a')).toEqual({
    id: 'a',
    name: { en: 'A' },
    model: { name: 'm' },
    timeoutMs: 120_000,
    visibleNodes: new Set(['answer']),
    exposeThinking: false,
    historyTurns: 20,
    policies: {},
    router: 'rules',
    maxSteps: 50,
    outputRetries: 1,
    tools: [],
    skills: [],
    answer: { kind: 'prompt', prompt: 'Hello {{message}}', tools: [] },
    file: join(dir, 'a/agent.yaml'),
  });
});

test('a file that says everything → all of it, durations in ms, prompts and modules loaded', async () => {
  const dir = await agentFolder({
    'full/agent.yaml': `
id: full
name: { zh: 全, en: Full }
description: { zh: 描述 }
greeting: { en: Hello }
model: { name: m, temperature: 0, max_tokens: 100, top_p: 0.5 }
timeout: 5m
card_ttl: 7d
visible_nodes: [show, answer]
expose_thinking: true
history_turns: 0
on_active_turn: enqueue
on_pending_card: answer
on_disconnect: continue
router: model
router_prompt: ../think.md
max_steps: 7
output_retries: 0
skills:
  - id: who
    kind: form
    description: Asks who it is.
    review_type: select
    message: Choose
    produces: [p.who]
    questions:
      - { question: Who, field_key: p.who, input_type: select, required: true, default: a, options: [{ value: a, label: A }] }
  - { id: think, kind: prompt, description: Thinks., prompt: ../think.md, requires: [p.who], produces: [facts] }
  - { id: show, kind: module, description: Shows., module: ./show.cjs, produces: [shown] }
answer: { module: ./show.cjs }
`,
    'think.md': 'Think',
    'full/show.cjs': 'exports.default = { async run() { return { control: { action: "continue" } }; } };',
  });
  const agent = (await load([dir])).get('full');
  expect(agent).toMatchObject({
    name: { zh: '全', en: 'Full' },
    description: { zh: '描述' },
    greeting: { en: 'Hello' },
    model: { name: 'm', temperature: 0, max_tokens: 100, top_p: 0.5 },
    timeoutMs: 300_000,
    cardTtlMs: 604_800_000,
    visibleNodes: new Set(['show', 'answer']),
    exposeThinking: true,
    historyTurns: 0,
    policies: { on_active_turn: 'enqueue', on_pending_card: 'answer', on_disconnect: 'continue' },
    router: 'model',
    routerPrompt: 'Think',
    maxSteps: 7,
    outputRetries: 0,
  });
  const [form, prompt, module] = agent.skills;
  expect(form).toMatchObject({
    kind: 'form',
    description: 'Asks who it is.',
    reviewType: 'select',
    message: 'Choose',
    requires: [],
    produces: ['p.who'],
  });
  expect((form as FormSkill).questions[0]).toEqual({
    question: 'Who',
    field_key: 'p.who',
    input_type: 'select',
    required: true,
    default: 'a',
    options: [{ value: 'a', label: 'A' }],
  });
  expect(prompt).toEqual({
    ...{ id: 'think', kind: 'prompt', description: 'Thinks.', prompt: 'Think' },
    ...{ requires: ['p.who'], produces: ['facts'], tools: [] },
  });
  expect((module as ModuleSkill).module.run).toBeInstanceOf(Function);
  expect(agent.answer.kind).toBe('module');
});

test('the same id in two folders → the later one wins and the earlier one is reported', async () => {
  const first = await agentFolder({
    'a/agent.yaml': MINIMAL,
    'a/answer.md': 'first',
    'b/agent.yaml': MINIMAL.replace('a', 'b'),
    'b/answer.md': 'b',
  });
  const second = await agentFolder({ 'a/agent.yaml': MINIMAL, 'a/answer.md': 'second' });
  const catalog = await load([first, second]);
  expect(catalog.list().map(({ id }) => id)).toEqual(['a', 'b']);
  expect(catalog.get('a').answer).toEqual({ kind: 'prompt', prompt: 'second', tools: [] });
  expect(catalog.overridden).toEqual([{ id: 'a', file: join(first, 'a/agent.yaml'), by: join(second, 'a/agent.yaml') }]);
});

test('an overridden file that is wrong → nobody minds', async () => {
  const first = await agentFolder({ 'a/agent.yaml': 'nonsense' });
  const second = await agentFolder({ 'a/agent.yaml': MINIMAL, 'a/answer.md': '' });
  expect((await load([first, second])).list()).toHaveLength(1);
});

test('folders without an agent.yaml, files → passed over', async () => {
  const dir = await agentFolder({ 'a/agent.yaml': MINIMAL, 'a/answer.md': '', 'kit/index.mjs': 'x', 'README.md': 'x' });
  expect((await load([dir])).list()).toHaveLength(1);
});

test('an agent that is not there → agent_not_found, and the agents that are', async () => {
  const dir = await agentFolder({ 'a/agent.yaml': MINIMAL, 'a/answer.md': '' });
  const catalog = await load([dir]);
  expect(() => catalog.get('b')).toThrow(ParleyError);
  expect(() => catalog.get('b')).toThrow(expect.objectContaining({ code: 'agent_not_found' }) as Error);
  expect(catalog.find('b')).toBeUndefined();
});

test('a summary → what the gateway needs and users may see', async () => {
  const dir = await agentFolder({
    'a/agent.yaml': `${MINIMAL}on_active_turn: reject\ngreeting: { en: Hi }\n`,
    'a/answer.md': '',
  });
  expect((await load([dir])).summaries()).toEqual([
    { agent_id: 'a', name: { en: 'A' }, greeting: { en: 'Hi' }, policies: { on_active_turn: 'reject' }, timeout_ms: 120_000 },
  ]);
});

test('several wrong files and a folder that is not there → all problems at once, in order', async () => {
  const dir = await agentFolder({
    'a/agent.yaml': MINIMAL.replace('skills: []', 'skills: 5').replace('answer.md', 'nowhere.md'),
    'b/agent.yaml': 'id: b\nskills: [ {',
  });
  const error = (await load([dir, '/nowhere/at/all']).catch((reason: unknown) => reason)) as AgentFileError;
  expect(error).toBeInstanceOf(AgentFileError);
  expect(error.problems.map(({ file, line }) => [file, line])).toEqual([
    ['/nowhere/at/all', undefined],
    [join(dir, 'a/agent.yaml'), 4],
    [join(dir, 'a/agent.yaml'), 5],
    [join(dir, 'b/agent.yaml'), expect.any(Number)],
    [join(dir, 'b/agent.yaml'), expect.any(Number)],
  ]);
  expect(error.message.split('\n')).toHaveLength(5);
});

test('no agents at all → says so', async () => {
  const dir = await agentFolder({ 'README.md': '' });
  await expect(load([dir])).rejects.toThrow(`${dir}: no <id>/agent.yaml here`);
});

describe('placeholders', () => {
  const withModel = (name: string) =>
    agentFolder({ 'a/agent.yaml': MINIMAL.replace('name: m', () => `name: ${name}`), 'a/answer.md': '' });
  const nameOf = async (name: string, env: Record<string, string>) =>
    (await load([await withModel(name)], env)).get('a').model.name;

  test.each([
    ['"${M}"', { M: 'gpt' }, 'gpt'],
    ['"${M:-demo}"', {}, 'demo'],
    ['"${M:-demo}"', { M: '' }, 'demo'],
    ['"${M:-demo}"', { M: 'x' }, 'x'],
    ['"${M:-a:-b}"', {}, 'a:-b'],
    ['"pre-${M}-${N:-n}"', { M: 'm' }, 'pre-m-n'],
    ['"a${EMPTY:-}b"', {}, 'ab'],
    ['"$${M} $5"', {}, '${M} $5'],
    ['"${M}"', { M: '${HOME}' }, '${HOME}'],
  ])('%s with %j → %s', async (name, env, expected) => expect(await nameOf(name, env)).toBe(expected));

  test.each([
    ['"${M}"', 'a/agent.yaml:3:16: the environment variable M is not set and has no default'],
    ['"${M-x}"', 'expected ${NAME} or ${NAME:-default}, came "${M-x}"'],
    ['"${M"', 'came "${M"'],
    ['"${}"', 'came "${}"'],
  ])('%s without a value → a problem at its place', async (name, message) => {
    await expect(load([await withModel(name)])).rejects.toThrow(message);
  });
});
