import fc from 'fast-check';
import { mergeFacts, patchOf } from './facts.js';

const json = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true });

describe('facts', () => {
  it('objects merge member by member, everything else is replaced', () => {
    expect(mergeFacts({ a: { b: 1, c: [1, 2] }, d: 1 }, { a: { c: [3] }, d: { e: 1 } })).toEqual({
      a: { b: 1, c: [3] },
      d: { e: 1 },
    });
  });

  it('falsy values are values', () => {
    expect(mergeFacts({ a: 1, b: 1, c: 1, d: 1 }, { a: false, b: 0, c: '', d: null })).toEqual({
      a: false,
      b: 0,
      c: '',
      d: null,
    });
  });

  it('values at paths become one nested patch', () => {
    expect(patchOf({ 'a.b': 1, 'a.c.d': 2, e: 3 })).toEqual({ a: { b: 1, c: { d: 2 } }, e: 3 });
  });

  it('a patch applied twice is a patch applied once, and nothing given is changed', () => {
    fc.assert(
      fc.property(json, json, (facts, patch) => {
        const before = structuredClone({ facts, patch });
        const once = mergeFacts(facts, patch);
        expect(mergeFacts(once, patch)).toEqual(once);
        expect({ facts, patch }).toEqual(before);
      }),
    );
  });

  it('a patch named like a prototype changes no prototype', () => {
    mergeFacts({}, JSON.parse('{"__proto__":{"polluted":1}}') as Record<string, unknown>);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
