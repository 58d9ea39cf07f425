import type { JsonSchema } from '../agents/agent-tool.js';
import { moduleTool, openTools } from './test/toolbox.js';

const PARAMETERS: JsonSchema = {
  type: 'object',
  properties: {
    amount: { type: 'number', minimum: 0, default: 7 },
    when: { type: 'string', format: 'date' },
    kind: { enum: ['civil', 'labour'] },
    places: { type: 'array', items: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] } },
  },
  required: ['amount'],
  additionalProperties: false,
};
/** Of the tool, also where its call is refused: a person may be told of it then. */
const SPEC = { name: 'fee', description: 'Works out a fee.', parameters: PARAMETERS, confirm: true, visible: true };
const check = async (argumentsText: string, name = 'fee', parameters = PARAMETERS) =>
  (await openTools([moduleTool(() => 1, { parameters, confirm: true })])).check({ callId: 'c', name, argumentsText });

test('arguments that fit → as they were written, and the tool', async () => {
  const text = '{"amount": 0.5, "when": "2026-02-28", "kind": "civil", "places": [{"town": "上海", "n": 1}]}';
  expect(await check(text)).toEqual({
    ok: true,
    args: { amount: 0.5, when: '2026-02-28', kind: 'civil', places: [{ town: '上海', n: 1 }] },
    spec: SPEC,
  });
});

test.each([
  ['text for a number', '{"amount": "5"}', 'amount: must be number'],
  ['nothing for a number', '{"amount": null}', 'amount: must be number'],
  ['less than the minimum', '{"amount": -1}', 'amount: must be >= 0'],
  ['a missing member, default or not', '{}', "the arguments: must have required property 'amount'"],
  ['a member nobody knows', '{"amount": 1, "amuont": 2}', 'the arguments: must not have the member "amuont"'],
  ['a date that is none', '{"amount": 1, "when": "2026-02-30"}', 'when: must match format "date"'],
  ['another choice', '{"amount": 1, "kind": "x"}', 'kind: must be one of "civil", "labour"'],
  ['a fault deep inside', '{"amount": 1, "places": [{"town": "a"}, {}]}', "places[1]: must have required property 'town'"],
])('%s → the model is told, and nothing is repaired', async (_what, text, fault) => {
  expect(await check(text)).toEqual({
    ok: false,
    args: JSON.parse(text) as unknown,
    message: `The arguments don't fit:\n${fault}`,
    spec: SPEC,
  });
});

test('several faults → all of them', async () => {
  expect(await check('{"amount": -1, "kind": 1, "x": 1}')).toMatchObject({
    message: expect.stringMatching(/member "x"\namount: must be >= 0\nkind: must be one of/) as unknown,
  });
});

test('more faults than anybody reads → the first ones, and how many there are', async () => {
  const places = Array.from({ length: 500 }, () => ({}));
  const result = await check(JSON.stringify({ amount: 1, places }));
  const message = 'message' in result ? result.message : '';
  expect(message).toMatch(/places\[0\].*\nplaces\[1\][^]*\nand 480 more$/);
  expect(message.length).toBeLessThan(2100);
});

test('a fault that quotes a long name → cut', async () => {
  const result = await check(JSON.stringify({ amount: 1, ['x'.repeat(100_000)]: 1 }));
  expect('message' in result && result.message.length).toBeLessThan(2100);
});

test.each([
  ['no JSON', '{amount: 1}', /^The arguments are no valid JSON: /],
  ['JSON broken off', '{"amount": 1', /^The arguments are no valid JSON: /],
  ['JSON in a fence', '```json\n{"amount": 1}\n```', /^The arguments are no valid JSON: /],
  ['a key of prototypes', '{"amount": 1, "__proto__": {}}', /the key __proto__ is not allowed/],
  [
    'a number no double can hold',
    '{"amount": 12345678901234567890123}',
    /the number 12345678901234567890123 is too large to be exact/,
  ],
])('%s → the model is told, with the text as arguments', async (_what, text, message) => {
  expect(await check(text)).toEqual({ ok: false, args: text, message: expect.stringMatching(message) as unknown, spec: SPEC });
});

test.each(['[1]', '"x"', 'null', '5'])('%s, which is no object → the model is told', async (text) => {
  expect(await check(text)).toEqual({
    ok: false,
    args: JSON.parse(text) as unknown,
    message: 'The arguments must be a JSON object.',
    spec: SPEC,
  });
});

test.each(['', ' \n'])('no text at all (%j) → no arguments', async (text) => {
  expect(await check(text, 'fee', { type: 'object' })).toMatchObject({ ok: true, args: {} });
  expect(await check(text)).toMatchObject({
    ok: false,
    message: expect.stringContaining("must have required property 'amount'") as unknown,
  });
});

test.each(['{"amount": 9007199254740993000}', '{"amount": 1e300}'])('%s, which stays the same → fits', async (text) =>
  expect(await check(text)).toMatchObject({ ok: true }),
);

test.each(['fees', 'constructor', ''])('a tool named %j that is not there → the model is told which are', async (name) => {
  expect(await check('{"amount": 1}', name)).toEqual({
    ok: false,
    args: { amount: 1 },
    message: `There is no tool "${name}". Tools: fee.`,
  });
});
