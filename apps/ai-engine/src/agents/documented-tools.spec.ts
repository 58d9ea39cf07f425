import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callContext, openTools } from '../tools/test/toolbox.js';
import { loadAgents } from './load-agents.js';
import { agentFolder, importThroughRequire, removeAgentFolders } from './test/agent-folder.js';

afterEach(removeAgentFolders);

const PAGE = join(__dirname, '../../../../docs/agents.md');

/** The fenced blocks of the page's section on tools. */
async function blocksOf(lang: string): Promise<string[]> {
  const section = (await readFile(PAGE, 'utf8')).split('\n### Tools\n')[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(new RegExp(`^\`\`\`${lang}\n([^]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block);
}

test('the agent with tools of docs/agents.md → loads, and its module does what it says', async () => {
  const [[yaml = ''], [module = '']] = await Promise.all([blocksOf('yaml'), blocksOf('js')]);
  const dir = await agentFolder({
    'claims/agent.yaml': yaml,
    'claims/court-fee.mjs': module,
    'claims/facts.md': '',
    'claims/answer.md': '',
  });
  const { tools } = (await loadAgents([dir], {}, { importModule: importThroughRequire })).get('claims');
  expect(tools.map(({ name, confirm }) => [name, confirm])).toEqual([
    ['court_fee', false],
    ['lookup', false],
    ['file_claim', true],
    ['read', false],
  ]);
  const toolbox = await openTools(tools.slice(0, 1));
  const checked = toolbox.check({ callId: 'c', name: 'court_fee', argumentsText: '{"amount": 50000}' });
  expect(checked.ok && (await toolbox.run(checked.spec, checked.args, callContext()))).toEqual({
    isError: false,
    value: { fee: 1050 },
  });
});
