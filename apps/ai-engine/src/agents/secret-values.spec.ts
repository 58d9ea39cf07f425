import 'reflect-metadata';
import { MINIMAL, removeAgentFolders } from './test/agent-folder.js';
import { problemsOf } from './test/problems-of.js';

afterEach(removeAgentFolders);

/** Long enough to be cut where it is shown, so that a part of it would be seen, too. */
const SECRET = `hunter2 ${'x'.repeat(80)}`;
const ENV = { SECRET, SHORT: 'hunter2', EMPTY: '', OTHER: 'hunter3' };
const problems = (yaml: string): Promise<string[]> => problemsOf(yaml, {}, ENV);

const withTool = (entry: string) => `${MINIMAL}tools:\n  - ${entry}\n`;
const withSkills = (...skills: string[]) =>
  MINIMAL.replace('skills: []', () => `skills:\n${skills.map((skill) => `  - ${skill}\n`).join('')}`);
const skill = (more: string) => `{ kind: prompt, prompt: answer.md, produces: [a], ${more} }`;
const question = (more: string) =>
  withSkills(
    `{ id: x, kind: form, review_type: clarify, produces: [k], questions: [{ question: Q, field_key: k, required: true, ${more} }] }`,
  );

test.each([
  [
    'a url',
    withTool('{ mcp: s, url: "${SECRET}", tools: [a] }'),
    'tools[0].url: expected an http or https URL, came a value from ${SECRET}',
  ],
  [
    'a url in part, of two',
    withTool('{ mcp: s, url: "x:${SHORT}/${OTHER}", tools: [a] }'),
    'tools[0].url: expected an http or https URL, came a value from ${SHORT} and ${OTHER}',
  ],
  [
    'a default',
    withTool('{ mcp: s, url: "${URL:-x://hunter2}", tools: [a] }'),
    'tools[0].url: expected an http or https URL, came a value from ${URL}',
  ],
  [
    'a url that is empty',
    withTool('{ mcp: s, url: "${EMPTY}", tools: [a] }'),
    'tools[0].url: expected an http or https URL, came ""',
  ],
  [
    'a header',
    withTool('{ mcp: s, url: "http://x", headers: { A: "${SHORT}\\n2" }, tools: [a] }'),
    'tools[0].headers.A: expected the value of an HTTP header, a text of one line in Latin-1, came a value from ${SHORT}',
  ],
  [
    'args',
    withTool('{ mcp: s, command: node, args: "${SECRET}", tools: [a] }'),
    'tools[0].args: expected a list, came a value from ${SECRET}',
  ],
  [
    'the name of a tool',
    withTool('{ mcp: s, command: node, tools: ["${SHORT}", "${SHORT}"] }'),
    'tools[0].tools[1]: a value from ${SHORT} is the name of another tool',
  ],
  [
    'a name that is not known',
    withTool('{ mcp: s, command: node, tools: [a, "${OTHER}"] }').replace(
      'answer.md }',
      () => 'answer.md, tools: ["${SHORT}"] }',
    ),
    'answer.tools[0]: expected the name of a tool (a, a value from ${OTHER}), came a value from ${SHORT}; did you mean a value from ${OTHER}?',
  ],
  [
    'a file',
    MINIMAL.replace('answer.md', () => '"${SECRET}.md"'),
    'answer.prompt: expected a prompt in a value from ${SECRET}: there is no such file',
  ],
  [
    'a module',
    MINIMAL.replace('prompt: answer.md', () => 'module: "${SHORT}.cjs"'),
    "answer.module: expected a module in a value from ${SHORT}: it can't be loaded",
  ],
  [
    'an id that is another',
    withSkills(skill('id: "${SHORT}"'), skill('id: "${SHORT}"')),
    'skills[1].id: a value from ${SHORT} is the id of another skill',
  ],
  [
    'a path',
    withSkills(skill('id: x, requires: ["${SECRET}"]')),
    /^skills\[0\].requires\[0\]: expected .*, came a value from \$\{SECRET\}$/,
  ],
  [
    'an offered value',
    question('input_type: select, options: [{ value: "${SHORT}", label: A }, { value: "${SHORT}", label: B }]'),
    'skills[0].questions[0].options[1].value: a value from ${SHORT} is offered twice',
  ],
  [
    'a schema',
    withTool(
      '{ name: t, module: answer.md, description: T, parameters: { type: object, properties: { a: { format: "${SHORT}" } } } }',
    ),
    "tools[0].parameters.properties.a.format: no valid JSON Schema: it can't be compiled",
  ],
  [
    'what an alias means',
    `${MINIMAL}timeout: &it "\${SHORT}"\ncard_ttl: *it\n`,
    /^card_ttl: expected a duration.*, came a value from \$\{SHORT\}$/,
  ],
])('%s from a placeholder → the problem names the variable and quotes nothing', async (_what, yaml, problem) => {
  const found = await problems(yaml);
  const texts = found.map((text) => text.replace(/^\d+:\d+: /, ''));
  expect(texts).toContainEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
  expect(texts.join('\n')).not.toContain('hunter');
});

test('a text without placeholders → quoted', async () => {
  expect(await problems(withTool('{ mcp: s, url: "x://$${SHORT}", tools: [a] }'))).toEqual([
    '7:20: tools[0].url: expected an http or https URL, came "x://${SHORT}"',
  ]);
});
