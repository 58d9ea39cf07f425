import 'reflect-metadata';
import { join } from 'node:path';
import type { PromptSkill } from './agent.js';
import { loadAgents } from './load-agents.js';
import { agentFolder, importThroughRequire, MINIMAL, removeAgentFolders } from './test/agent-folder.js';

afterEach(removeAgentFolders);

const TOOLS = `tools:
  - name: court_fee
    module: ./court-fee.cjs
    description: Works out the court fee.
    parameters: { type: object, properties: { amount: { type: number } }, required: [amount] }
    confirm: true
    timeout: 10s
    visible: false
  - mcp: registry
    url: "\${REGISTRY_URL}"
    headers: { Authorization: "Bearer \${TOKEN:-none}" }
    tools: [lookup, { name: file_claim, confirm: true, timeout: 1m, visible: false }]
  - mcp: files
    command: node
    args: [./server.mjs]
    env: { KEY: "\${KEY:-}" }
    tools: [read]
`;
const SKILLS = 'skills:\n  - { id: facts, kind: prompt, prompt: answer.md, produces: [a], tools: [court_fee, lookup] }';
const YAML = `${MINIMAL.replace('skills: []', SKILLS).replace('answer.md }', 'answer.md, tools: [read] }')}${TOOLS}`;

test('tools of modules and MCP servers → one list, with every default', async () => {
  const dir = await agentFolder({
    'a/agent.yaml': YAML,
    'a/answer.md': '',
    'a/court-fee.cjs': 'exports.default = (args) => args.amount / 100;',
  });
  const env = { REGISTRY_URL: 'http://registry/mcp' };
  const agent = (await loadAgents([dir], env, { importModule: importThroughRequire })).get('a');
  const [fee, lookup, claim, read] = agent.tools;

  expect(fee).toEqual({
    kind: 'module',
    name: 'court_fee',
    description: 'Works out the court fee.',
    parameters: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
    confirm: true,
    timeoutMs: 10_000,
    visible: false,
    call: expect.any(Function) as unknown,
  });
  const registry = { kind: 'http', name: 'registry', url: 'http://registry/mcp', headers: { Authorization: 'Bearer none' } };
  expect(lookup).toEqual({ kind: 'mcp', name: 'lookup', server: registry, confirm: false, timeoutMs: 30_000, visible: true });
  expect(claim).toEqual({ kind: 'mcp', name: 'file_claim', server: registry, confirm: true, timeoutMs: 60_000, visible: false });
  expect(lookup?.kind === 'mcp' && claim?.kind === 'mcp' && lookup.server === claim.server).toBe(true);
  expect(read).toMatchObject({
    name: 'read',
    server: { kind: 'stdio', name: 'files', command: 'node', args: ['./server.mjs'], env: { KEY: '' }, cwd: join(dir, 'a') },
  });
  expect((agent.skills[0] as PromptSkill).tools).toEqual(['court_fee', 'lookup']);
  expect(agent.answer).toMatchObject({ kind: 'prompt', tools: ['read'] });
});
