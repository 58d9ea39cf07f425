import { nextStep, type NextStep } from './next-step.js';
import { agentOf, form, markOfSkill, moduleSkill, stateOf } from './test/states.js';
import type { ThreadState } from './thread-state.js';

const agent = agentOf([form('a'), form('b'), moduleSkill('c', { requires: ['a'] }), moduleSkill('seen', { requires: ['b'] })], {
  visibleNodes: new Set(['answer', 'seen']),
});

const skills = (...ids: string[]): NextStep => ({ go: 'skills', ids });

describe('the router', () => {
  const cases: [string, Partial<ThreadState>, NextStep][] = [
    ['nothing is there yet → all whose needs are met, at once', {}, skills('a', 'b')],
    ['a product is there → its skill does not run', { facts: { a: 'x' } }, skills('b', 'c')],
    ['false, 0 and "" are products', { facts: { a: false, b: 0, c: '', seen: 1 } }, { go: 'answer' }],
    ['null is none', { facts: { a: null, b: 1, c: 1, seen: 1 } }, skills('a')],
    [
      'two ask and nothing else can run → the gate',
      { skills: { a: markOfSkill('asking'), b: markOfSkill('asking') } },
      { go: 'gate' },
    ],
    ['one asks, another can run → it runs first', { facts: { a: 1 }, skills: { b: markOfSkill('asking') } }, skills('c')],
    [
      'a card was answered → its skill goes on whatever is there',
      { facts: { a: 1, b: 1, c: 1, seen: 1 }, skills: { a: markOfSkill('answered') } },
      skills('a'),
    ],
    [
      'it ran for this message and left its product missing → not again',
      { facts: { b: 1, seen: 1 }, skills: { a: markOfSkill('done') } },
      { go: 'answer' },
    ],
    [
      'it ran for an earlier message → again',
      { facts: { b: 1, seen: 1 }, skills: { a: markOfSkill('done', { chatTurn: 0 }) } },
      skills('a'),
    ],
    [
      'an ask of an earlier message counts for nothing',
      { facts: { b: 1, seen: 1 }, skills: { a: markOfSkill('asking', { chatTurn: 0 }) } },
      skills('a'),
    ],
    ['a visible skill runs after the hidden ones', { facts: { a: 1, b: 1 } }, skills('c')],
    ['a visible skill runs alone', { facts: { a: 1, b: 1, c: 1 } }, skills('seen')],
    ['a skill said finish → the answer', { finish: true }, { go: 'answer' }],
    ['a skill said finish while another asks → the gate', { finish: true, skills: { a: markOfSkill('asking') } }, { go: 'gate' }],
  ];
  it.each(cases)('%s', (_situation, state, expected) => {
    expect(nextStep(agent, stateOf(state))).toEqual(expected);
  });

  it('two visible skills can run → one at a time, in the order of the file', () => {
    const twice = agentOf([moduleSkill('s1'), moduleSkill('s2')], { visibleNodes: new Set(['s1', 's2']) });
    expect(nextStep(twice, stateOf())).toEqual(skills('s1'));
  });
});
