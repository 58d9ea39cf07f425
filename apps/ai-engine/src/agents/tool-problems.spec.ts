import 'reflect-metadata';
import { MINIMAL, removeAgentFolders } from './test/agent-folder.js';
import { problemsOf } from './test/problems-of.js';

afterEach(removeAgentFolders);

const MODULE = { 'a/t.cjs': 'exports.default = () => 1;' };
const withTools = (...entries: string[]) => `${MINIMAL}tools:\n${entries.map((entry) => `  - ${entry}\n`).join('')}`;
const tool = (more: string) => `{ name: t, module: ./t.cjs, description: T, ${more} }`;
const withSchema = (schema: string) => withTools(tool(`parameters: ${schema}`));
const server = (more: string) => `{ mcp: s, ${more} }`;

describe('a tool', () => {
  test.each([
    ['that is a text', 't', /^7:5: tools\[0\]: expected a tool or an MCP server, came "t"/],
    ['without a name', '{ module: ./t.cjs }', /^7:5: tools\[0\].name: expected a name .*, came nothing/],
    [
      'with a name no model may use',
      tool('parameters: {}').replace('name: t', 'name: court.fee'),
      /^7:13: tools\[0\].name: .*came "court.fee"/,
    ],
    ['with a name too long', tool('').replace('name: t', `name: ${'x'.repeat(65)}`), /^7:13: tools\[0\].name: .*at most 64/],
    [
      'named as what every object has',
      tool('').replace('name: t', 'name: constructor'),
      /tools\[0\].name: .*not one of prototypes, came "constructor"/,
    ],
    ['without a description', '{ name: t, module: ./t.cjs }', /tools\[0\].description: expected a text, came nothing/],
    ['without parameters', tool(''), /tools\[0\].parameters: expected an object, came nothing/],
    [
      'with a module that is not there',
      tool('').replace('t.cjs', 'no.cjs'),
      /^7:24: tools\[0\].module: expected a module in .*no.cjs/,
    ],
    ['with confirm as a text', tool('confirm: "yes"'), /^7:58: tools\[0\].confirm: expected true or false, came "yes"/],
    ['with a timeout without unit', tool('timeout: 10'), /^7:58: tools\[0\].timeout: expected a duration/],
    ['with a timeout of days', tool('timeout: 2d'), /at most 24h, came "2d"/],
    ['with a misspelt member', tool('visable: false'), /^7:49: tools\[0\].visable: unknown member; did you mean "visible"\?/],
    ['with a url', tool('url: "http://x"'), /tools\[0\].url: unknown member/],
  ])('%s → a problem at its place', async (_what, entry, problem) => {
    expect(await problemsOf(withTools(entry), MODULE)).toContainEqual(expect.stringMatching(problem));
  });

  test.each([
    ['has no default export', 'exports.run = () => 1;', /expected "export default async \(args, ctx\) => \{ … \}" in .*t.cjs/],
    ['is a skill', 'exports.default = { async run() {} };', /expected "export default async \(args, ctx\)/],
    ['throws while it loads', 'throw new Error("no database")', /expected a module in .*: no database/],
  ])('whose module %s → a problem', async (_what, code, problem) => {
    expect(await problemsOf(withSchema('{ type: object }'), { 'a/t.cjs': code })).toEqual([expect.stringMatching(problem)]);
  });

  test.each([
    ['of no type', '{}', /tools\[0\].parameters.type: expected "object": arguments have names, came nothing/],
    ['of a list', '{ type: array }', /^7:69: tools\[0\].parameters.type: expected "object".*, came "array"/],
    [
      'of a type that is none',
      '{ type: object, properties: { a: { type: strin } } }',
      /^7:102: tools\[0\].parameters.properties.a.type: must be one of "array", "boolean"/,
    ],
    [
      'with a property that is a number',
      '{ type: object, properties: { a: 5 } }',
      /^7:94: .*properties.a: must be object or boolean/,
    ],
    ['with required as a text', '{ type: object, required: a }', /parameters.required: must be array/],
    [
      'with an unknown keyword',
      '{ type: object, properties: { a: { minium: 0 } } }',
      /^7:96: .*properties.a.minium: .*unknown keyword: "minium"/,
    ],
    [
      'with an unknown keyword that is the name of a property, too',
      '{ type: object, properties: { minium: { type: object, minium: 0 } } }',
      /properties.minium.minium: .*unknown keyword/,
    ],
    [
      'with an unknown format',
      '{ type: object, properties: { a: { format: emial } } }',
      /^7:104: .*a.format: .*unknown format "emial"/,
    ],
    [
      'with a pattern that is none',
      '{ type: object, properties: { a: { pattern: "(" } } }',
      /a.pattern: .*Invalid regular expression/,
    ],
    [
      'with a reference to nothing',
      '{ type: object, properties: { a: { $ref: "#/$defs/b" } } }',
      /a.\$ref: .*can't resolve reference/,
    ],
    [
      'with a reference to elsewhere',
      '{ type: object, properties: { a: { $ref: "http://x.y/z" } } }',
      /a.\$ref: .*can't resolve reference/,
    ],
    [
      'of a wrong draft-07',
      '{ type: object, $schema: "http://json-schema.org/draft-07/schema#", required: a }',
      /parameters.required: must be array/,
    ],
    ['that validates later', '{ type: object, $async: true }', /\$async is not supported/],
  ])('with a schema %s → a problem at its place', async (_what, schema, problem) => {
    const problems = await problemsOf(withSchema(schema), MODULE);
    expect(problems).toEqual([expect.stringMatching(problem)]);
  });

  test.each([
    '{ type: object, properties: { a: { type: [string, "null"], format: date, pattern: "^2" } }, required: [a], additionalProperties: false }',
    '{ type: object, properties: { a: { $ref: "#/$defs/b" } }, $defs: { b: { type: string } } }',
    '{ type: object, properties: { a: { type: array, prefixItems: [{ type: string }], items: false } }, unevaluatedProperties: false }',
    '{ $schema: "http://json-schema.org/draft-07/schema#", type: object, properties: { a: { items: [{ type: string }] } } }',
    '{ $schema: "https://json-schema.org/draft/2020-12/schema", type: object, title: T, description: D, examples: [{}] }',
  ])('with the schema %s → fine', async (schema) => expect(await problemsOf(withSchema(schema), MODULE)).toEqual([]));
});

describe('an MCP server', () => {
  test.each([
    ['with neither url nor command', server('tools: [a]'), /^7:5: tools\[0\]: expected either a url or a command/],
    ['with both', server('url: "http://x", command: node, tools: [a]'), /tools\[0\]: expected either a url or a command/],
    ['without its tools', server('command: node'), /tools\[0\].tools: expected a list, came nothing/],
    [
      'with no tool',
      server('command: node, tools: []'),
      /^7:37: tools\[0\].tools: expected the tools of it that may be used, came an empty list/,
    ],
    ['with all tools', server('command: node, tools: all'), /^7:37: tools\[0\].tools: expected a list, came "all"/],
    [
      'with a bad name of a tool',
      server('command: node, tools: ["a b"]'),
      /^7:38: tools\[0\].tools\[0\]: expected a name .*came "a b"/,
    ],
    [
      'with a tool that is a number',
      server('command: node, tools: [5]'),
      /^7:38: tools\[0\].tools\[0\]: expected an object, came 5/,
    ],
    [
      'with a tool described here',
      server('command: node, tools: [{ name: a, description: A }]'),
      /tools\[0\].description: unknown member/,
    ],
    [
      'with a bad timeout of a tool',
      server('command: node, tools: [{ name: a, timeout: x }]'),
      /^7:58: tools\[0\].tools\[0\].timeout: expected a dur/,
    ],
    ['with a url that is none', server('url: nowhere, tools: [a]'), /^7:20: tools\[0\].url: expected an http or https URL/],
    ['of another protocol', server('url: "ws://x", tools: [a]'), /tools\[0\].url: expected an http or https URL/],
    [
      'with a password in its url',
      server('url: "http://u:p@x", tools: [a]'),
      /^7:20: tools\[0\].url: expected no user and password in it; headers may hold them$/,
    ],
    [
      'with a header of two lines',
      server('url: "http://x", headers: { A: "b\\nc" }, tools: [a]'),
      /^7:46: tools\[0\].headers.A: expected the value of an HTTP header, a text of one line in Latin-1, came "b\\nc"$/,
    ],
    [
      'with a header that is a number',
      server('url: "http://x", headers: { B: b, A: 5 }, tools: [a]'),
      /^7:52: tools\[0\].headers.A: expected the value of an HTTP header, .*, came 5$/,
    ],
    [
      'with a header that is none',
      server('url: "http://x", headers: { "A B": b }, tools: [a]'),
      /^7:43: tools\[0\].headers.A B: expected the name of an HTTP header, came "A B"$/,
    ],
    ['with headers in a list', server('url: "http://x", headers: [a], tools: [a]'), /tools\[0\].headers: expected an object/],
    ['with headers for a process', server('command: node, headers: {}, tools: [a]'), /tools\[0\].headers: unknown member/],
    ['with args for a url', server('url: "http://x", args: [], tools: [a]'), /tools\[0\].args: unknown member/],
    [
      'with a number among its args',
      server('command: node, args: [a, 5], tools: [a]'),
      /^7:40: tools\[0\].args\[1\]: expected a text, came 5$/,
    ],
    [
      'with a number in its environment',
      server('command: node, env: { B: b, A: 5 }, tools: [a]'),
      /^7:46: tools\[0\].env.A: expected a text, came 5$/,
    ],
    [
      'with a variable forgotten',
      server('command: node, env: { A: }, tools: [a]'),
      /tools\[0\].env.A: expected a text, came nothing$/,
    ],
    [
      'with a token that is not set',
      server('url: "http://x", headers: { A: "${NOWHERE}" }, tools: [a]'),
      /^7:\d+: the environment variable NOWHERE is not set/,
    ],
  ])('%s → a problem at its place', async (_what, entry, problem) => {
    expect(await problemsOf(withTools(entry))).toContainEqual(expect.stringMatching(problem));
  });

  test('named as another → a problem', async () => {
    const entries = [server('command: node, tools: [a]'), server('url: "http://x", tools: [b]')];
    expect(await problemsOf(withTools(...entries))).toEqual([
      expect.stringMatching(/^8:12: tools\[1\].mcp: "s" is the name of another server/),
    ]);
  });
});

describe('names', () => {
  test('of two tools are one, wherever they are from → a problem at the second', async () => {
    const entries = [server('command: node, tools: [t, { name: b }, b]'), tool('parameters: { type: object }')];
    expect(await problemsOf(withTools(...entries), MODULE)).toEqual([
      expect.stringMatching(/^7:54: tools\[0\].tools\[2\]: "b" is the name of another tool/),
      expect.stringMatching(/^8:13: tools\[1\].name: "t" is the name of another tool/),
    ]);
  });

  const TOOLS = withTools(server('command: node, tools: [lookup, file_claim]'));

  test.each([
    [
      'a skill names an unknown tool',
      'lokup',
      /^5:\d+: skills\[0\].tools\[0\]: expected the name of a tool \(lookup, file_claim\), came "lokup"; did you mean "lookup"\?/,
    ],
    ['a skill names a tool twice', 'lookup, lookup', /skills\[0\].tools\[1\]: "lookup" is named twice/],
    ['a skill names a number', '5', /skills\[0\].tools\[0\]: expected the name of a tool .*came 5/],
  ])('%s → a problem', async (_what, names, problem) => {
    const skill = `skills:\n  - { id: x, kind: prompt, prompt: answer.md, produces: [a], tools: [${names}] }`;
    expect(await problemsOf(TOOLS.replace('skills: []', skill))).toEqual([expect.stringMatching(problem)]);
  });

  test('the answer names an unknown tool → a problem', async () => {
    expect(await problemsOf(MINIMAL.replace('answer.md', 'answer.md, tools: [x]'))).toEqual([
      expect.stringMatching(/^5:38: answer.tools\[0\]: expected the name of a tool \(this agent has none\), came "x"/),
    ]);
  });

  test('an answer of a module with tools → a problem', async () => {
    const files = { 'a/m.cjs': 'exports.default = { async run() {} };' };
    expect(await problemsOf(TOOLS.replace('prompt: answer.md', 'module: ./m.cjs, tools: [lookup]'), files)).toEqual([
      expect.stringMatching(/^5:28: answer.tools: belongs to a prompt only/),
    ]);
  });
});

describe('a model as router', () => {
  const skill = (more: string) => `skills:\n  - { id: x, kind: prompt, prompt: answer.md, produces: [a]${more} }`;
  const routed = (more = '') => `${MINIMAL.replace('skills: []', skill(more))}router: model\n`;

  test('with a skill that has no description → a problem', async () => {
    expect(await problemsOf(routed())).toEqual([
      expect.stringMatching(
        /^5:5: skills\[0\].description: expected a text by which the model as router can choose, came nothing/,
      ),
    ]);
  });

  test('with a prompt of its own → fine', async () =>
    expect(await problemsOf(`${routed(', description: X')}router_prompt: answer.md\n`)).toEqual([]));

  test('with a prompt that is not there → a problem', async () => {
    expect(await problemsOf(`${routed(', description: X')}router_prompt: no.md\n`)).toEqual([
      expect.stringMatching(/^8:16: router_prompt: expected a prompt in .*: there is no such file/),
    ]);
  });

  test('rules with a prompt for the router → a problem', async () => {
    expect(await problemsOf(`${MINIMAL}router_prompt: answer.md\n`)).toEqual([
      expect.stringMatching(/^6:1: router_prompt: belongs to router: model only/),
    ]);
  });
});
