import 'reflect-metadata';
import { MINIMAL, removeAgentFolders } from './test/agent-folder.js';
import { problemsOf } from './test/problems-of.js';

afterEach(removeAgentFolders);

const withSkill = (skill: string) => MINIMAL.replace('skills: []', `skills:\n  - ${skill}`);
const withQuestion = (question: string) =>
  withSkill(
    `{ id: x, kind: form, review_type: clarify, produces: [k], questions: [{ question: Q, field_key: k, required: true, ${question} }] }`,
  );

describe('the file', () => {
  test.each([
    ['no YAML', 'id: [', /^1:\d+: not valid YAML/],
    ['a member twice', `${MINIMAL}id: b\n`, /^6:1: not valid YAML: Map keys must be unique/],
    ['two documents', `${MINIMAL}---\nid: b\n`, /not valid YAML/],
    ['an alias of nothing', 'id: *x', /^1:1: not valid YAML: Unresolved alias/],
    ['a tag nobody knows', `${MINIMAL}timeout: !secs 5\n`, /^6:10: not valid YAML: Unresolved tag/],
    ['empty', '', /^1:1: expected an object, came nothing/],
    ['a list', '- a', /^1:1: expected an object, came a list/],
    [
      'an id that is not the folder',
      MINIMAL.replace('id: a', 'id: b'),
      /^1:5: id: expected the name of the folder, "a", came "b"/,
    ],
    ['no name', MINIMAL.replace('name: { en: A }\n', ''), /^1:1: name: expected an object, came nothing/],
    ['a name in no language', MINIMAL.replace('{ en: A }', '{}'), /^2:7: name: expected a text in zh, en or both/],
    [
      'a name in another language',
      MINIMAL.replace('{ en: A }', '{ en: A, fr: A }'),
      /^2:16: name.fr: unknown member; known are zh, en/,
    ],
    [
      'an unknown member near a known one',
      `${MINIMAL}visibleNodes: []\n`,
      /^6:1: visibleNodes: unknown member; did you mean "visible_nodes"\?/,
    ],
    ['an unknown member', `${MINIMAL}xyz: 1\n`, /^6:1: xyz: unknown member; known are id, name, .*answer$/],
    ['a value forgotten', `${MINIMAL}timeout:\n`, /^6:1: timeout: expected a duration such as .*, came nothing/],
    ['a duration without unit', `${MINIMAL}timeout: 30\n`, /^6:10: timeout: expected a duration .*, came 30/],
    ['no time at all', `${MINIMAL}timeout: 0s\n`, /timeout: expected a duration/],
    ['a timeout of days', `${MINIMAL}timeout: 2d\n`, /at most 24h, came "2d"/],
    ['a list for a duration', `${MINIMAL}card_ttl: [soon]\n`, /^6:11: card_ttl: expected a duration .*, came a list/],
    [
      'an unknown policy',
      `${MINIMAL}on_active_turn: kill\n`,
      /on_active_turn: expected one of preempt, reject, enqueue, came "kill"/,
    ],
    ['an unknown router', `${MINIMAL}router: chance\n`, /^6:9: router: expected one of rules, model, came "chance"/],
    ['half a turn of history', `${MINIMAL}history_turns: 0.5\n`, /history_turns: expected a whole number from 0/],
    ['a boolean as text', `${MINIMAL}expose_thinking: "true"\n`, /expose_thinking: expected true or false, came "true"/],
    [
      'a model without a name',
      MINIMAL.replace('{ name: m }', '{ temperature: 3 }'),
      /^3:8: model.name: expected a text, came nothing/,
    ],
    [
      'a temperature out of range',
      MINIMAL.replace('{ name: m }', '{ name: m, temperature: 3 }'),
      /^3:32: model.temperature: .*came 3/,
    ],
    ['a visible node that is none', `${MINIMAL}visible_nodes: [answr]\n`, /^6:17: visible_nodes\[0\]: .*did you mean "answer"\?/],
    ['no skills', MINIMAL.replace('skills: []\n', ''), /skills: expected a list, came nothing/],
    [
      'an answer with both',
      MINIMAL.replace('answer.md', 'answer.md, module: x.mjs'),
      /answer: expected either a prompt or a module/,
    ],
    ['an answer with nothing', MINIMAL.replace('prompt: answer.md', ''), /answer: expected either a prompt or a module/],
    [
      'a prompt that is not there',
      MINIMAL.replace('answer.md', 'nowhere.md'),
      /^5:19: answer.prompt: expected a prompt in .*nowhere.md: there is no such file/,
    ],
  ])('%s → where, what was expected, what came', async (_what, yaml, problem) => {
    expect(await problemsOf(yaml)).toContainEqual(expect.stringMatching(problem));
  });

  test.each([
    ['an open section', '{{#state.x}} never closed', /Unclosed section "state.x"/],
    ['an open tag', 'Hello {{message', /Unclosed tag/],
    ['a partial', '{{> other}}', /partials are not supported/],
    ['a partial inside a section', '{{#state.x}}{{> other}}{{/state.x}}', /partials are not supported/],
  ])('a prompt with %s → a problem', async (_what, prompt, problem) => {
    expect(await problemsOf(MINIMAL, { 'a/answer.md': prompt })).toEqual([expect.stringMatching(problem)]);
  });

  test('a value reached through an alias → the place of what it stands for', async () => {
    const yaml = `${MINIMAL.replace('model: { name: m }', 'model: &m { name: 5 }')}greeting: *m\n`;
    expect(await problemsOf(yaml)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^3:\d+: model.name/), expect.stringMatching(/greeting.name/)]),
    );
  });
});

describe('a skill', () => {
  test.each([
    ['that is a text', 'x', /^5:5: skills\[0\]: expected a skill, came "x"/],
    [
      'of an unknown kind',
      '{ id: x, kind: magic, produces: [a] }',
      /^5:20: skills\[0\].kind: expected one of form, prompt, module, came "magic"/,
    ],
    ['of a kind to come', '{ id: x, kind: a2a_delegate, url: u, produces: [a] }', /"a2a_delegate" is not supported yet/],
    ['without a kind', '{ id: x, produces: [a] }', /skills\[0\].kind: expected one of/],
    [
      'that is a module with tools',
      '{ id: x, kind: module, module: ./no.mjs, produces: [a], tools: [b] }',
      /skills\[0\].tools: unknown member/,
    ],
    ['named answer', '{ id: answer, kind: prompt, prompt: answer.md, produces: [a] }', /skills\[0\].id: "answer" is reserved/],
    ['named router', '{ id: router, kind: prompt, prompt: answer.md, produces: [a] }', /"router" is reserved/],
    ['named choose', '{ id: choose, kind: prompt, prompt: answer.md, produces: [a] }', /"choose" is reserved/],
    ['with a bad id', '{ id: 9x, kind: prompt, prompt: answer.md, produces: [a] }', /skills\[0\].id: expected an id/],
    ['that produces nothing', '{ id: x, kind: prompt, prompt: answer.md, produces: [] }', /expected at least one path/],
    [
      'that produces a prototype',
      '{ id: x, kind: prompt, prompt: answer.md, produces: [__proto__.a] }',
      /skills\[0\].produces\[0\]: expected a dotted path/,
    ],
    [
      'that requires a bad path',
      '{ id: x, kind: prompt, prompt: answer.md, requires: [a..b], produces: [a] }',
      /skills\[0\].requires\[0\]: expected a dotted path.*came "a..b"/,
    ],
    [
      'that produces one path twice',
      '{ id: x, kind: prompt, prompt: answer.md, produces: [a, a] }',
      /produces\[1\]: "a" is named twice/,
    ],
    [
      'with a prompt that is not there',
      '{ id: x, kind: prompt, prompt: no.md, produces: [a] }',
      /skills\[0\].prompt: .*there is no such file/,
    ],
    [
      'with a module that is not there',
      '{ id: x, kind: module, module: ./no.mjs, produces: [a] }',
      /skills\[0\].module: expected a module in .*no.mjs/,
    ],
    [
      'with an unknown review type',
      '{ id: x, kind: form, review_type: fancy, produces: [a], questions: [] }',
      /review_type: expected one of clarify, select, confirm, phase_done/,
    ],
    [
      'a form without questions',
      '{ id: x, kind: form, review_type: clarify, produces: [a], questions: [] }',
      /questions: expected at least one question/,
    ],
  ])('%s → a problem', async (_what, skill, problem) => {
    expect(await problemsOf(withSkill(skill))).toContainEqual(expect.stringMatching(problem));
  });

  test('two with one id → the second is the problem', async () => {
    const skill = '{ id: x, kind: prompt, prompt: answer.md, produces: [a] }';
    expect(await problemsOf(withSkill(`${skill}\n  - ${skill}`))).toEqual([
      expect.stringMatching(/^6:11: skills\[1\].id: "x" is the id of another skill/),
    ]);
  });

  test.each([
    ['does not compile', 'exports.default = {', /expected a module in .*: Unexpected/],
    ['throws while it loads', 'throw new Error("no database")', /expected a module in .*: no database/],
    ['has no default export', 'exports.run = () => 1;', /expected "export default \{ async run\(ctx\)/],
    ['has no run', 'exports.default = { go() {} };', /expected "export default \{ async run\(ctx\)/],
  ])('a module that %s → a problem', async (_what, code, problem) => {
    const yaml = withSkill('{ id: x, kind: module, module: ./m.cjs, produces: [a] }');
    expect(await problemsOf(yaml, { 'a/m.cjs': code })).toEqual([expect.stringMatching(problem)]);
  });
});

describe('a question', () => {
  test.each([
    [
      'of an unknown input type',
      'input_type: slider',
      /questions\[0\].input_type: expected one of text, textarea, number, date, boolean, select, multi_select/,
    ],
    ['that offers nothing', 'input_type: select', /questions\[0\].options: expected options to choose from for select/],
    [
      'that offers an empty list',
      'input_type: multi_select, options: []',
      /options to choose from for multi_select, came an empty list/,
    ],
    ['that offers a text', 'input_type: select, options: [a]', /options\[0\]: expected an object, came "a"/],
    ['that offers no label', 'input_type: select, options: [{ value: a }]', /options\[0\].label: expected a text/],
    [
      'that offers one value twice',
      'input_type: select, options: [{ value: a, label: A }, { value: a, label: B }]',
      /options\[1\].value: "a" is offered twice/,
    ],
    [
      'of text with options',
      'input_type: text, options: [{ value: a, label: A }]',
      /options: belongs to select and multi_select only, not to text/,
    ],
    ['of text with a minimum', 'input_type: text, min: 1', /min: belongs to number only/],
    ['of a number with a pattern', 'input_type: number, pattern: a', /pattern: belongs to text and textarea only/],
    ['with a pattern that is none', 'input_type: text, pattern: "("', /pattern: expected a regular expression/],
    ['with min beyond max', 'input_type: number, min: 2, max: 1', /max: expected at least min, which is 2, came 1/],
    [
      'with min_length beyond max_length',
      'input_type: text, min_length: 2, max_length: 1',
      /max_length: expected at least min_length/,
    ],
    ['with a default of another type', 'input_type: number, default: "5"', /default: expected a number, came "5"/],
    ['with a default that is no date', 'input_type: date, default: "2026-02-30"', /default: expected a date/],
    [
      'with a default that is not offered',
      'input_type: select, options: [{ value: a, label: A }], default: b',
      /default: expected the value of one of the options/,
    ],
    ['with a misspelt rule', 'input_type: text, maxLength: 3', /maxLength: unknown member; did you mean "max_length"\?/],
    ['with required as a text', 'input_type: text, todo: yes', /todo: expected true or false, came "yes"/],
  ])('%s → a problem', async (_what, question, problem) => {
    expect(await problemsOf(withQuestion(question))).toContainEqual(expect.stringMatching(problem));
  });

  test('one key asked twice in a form → a problem', async () => {
    const question = '{ question: Q, field_key: k, required: true, input_type: text }';
    const form = `{ id: x, kind: form, review_type: clarify, produces: [k], questions: [${question}, ${question}] }`;
    expect(await problemsOf(withSkill(form))).toEqual([expect.stringMatching(/questions\[1\].field_key: "k" is asked twice/)]);
  });

  test.each([
    'input_type: number, default: 0, min: 0, max: 0',
    'input_type: boolean, default: false',
    'input_type: text, default: "", min_length: 0, pattern: "^\\\\p{Script=Han}*$"',
    'input_type: date, default: "2024-02-29"',
    'input_type: multi_select, options: [{ value: a, label: A }, { value: b, label: B }], default: [b]',
  ])('%s → fine', async (question) => expect(await problemsOf(withQuestion(question))).toEqual([]));
});
