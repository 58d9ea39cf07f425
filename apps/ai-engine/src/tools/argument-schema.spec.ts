import type { JsonSchema } from '../agents/agent-tool.js';
import { argumentCheck } from './argument-schema.js';

const LENIENT = { strict: false };
const check = (schema: JsonSchema, args: unknown) => argumentCheck(schema, LENIENT)(args);

test.each([
  [
    'of 2020-12 that says so',
    { $schema: 'https://json-schema.org/draft/2020-12/schema', properties: { a: { prefixItems: [{ type: 'string' }] } } },
  ],
  ['of 2020-12 that says nothing', { properties: { a: { prefixItems: [{ type: 'string' }] } } }],
  [
    'of draft-07 that says so',
    { $schema: 'http://json-schema.org/draft-07/schema#', properties: { a: { items: [{ type: 'string' }] } } },
  ],
  ['of draft-07 that says nothing', { properties: { a: { items: [{ type: 'string' }] } } }],
  ['of another draft', { $schema: 'http://json-schema.org/draft-04/schema#', properties: { a: { items: { type: 'string' } } } }],
  [
    'with keywords and formats of its own',
    { 'x-order': 1, properties: { a: { items: { type: 'string', format: 'court', note: 1 } } } },
  ],
])("a server's schema %s → understood", (_what, schema) => {
  expect(check({ type: 'object', ...schema }, { a: ['x'] })).toBeUndefined();
  expect(check({ type: 'object', ...schema }, { a: [5] })).toBe('a[0]: must be string');
});

test('two schemas with one $id → each counts for itself', () => {
  const schema = (type: string): JsonSchema => ({ $id: 'https://registry/claim', type: 'object', properties: { a: { type } } });
  expect([check(schema('string'), { a: 5 }), check(schema('number'), { a: 5 })]).toEqual(['a: must be string', undefined]);
});

test('arguments that are checked → never changed', () => {
  const schema = { type: 'object', properties: { a: { type: 'number', default: 1 } }, additionalProperties: false };
  const args = Object.freeze({ b: '5' });
  expect(check(schema, args)).toBe('the arguments: must not have the member "b"');
  expect(args).toEqual({ b: '5' });
});

test.each([
  ['that refers to nothing', { properties: { a: { $ref: '#/$defs/x' } } }, /can't resolve reference/],
  ['with a pattern that is none', { properties: { a: { pattern: '(' } } }, /Invalid regular expression/],
  ['that validates later', { $async: true }, /\$async is not supported/],
])("a server's schema %s → can't be compiled", (_what, schema, problem) => {
  expect(() => argumentCheck({ type: 'object', ...schema }, LENIENT)).toThrow(problem);
});
