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

describe('the router with tools', () => {
  const calls = [{ callId: 'c', id: 'i', name: 't', argumentsText: '{}' }];
  const working = (open = calls) => markOfSkill('working', { work: { transcript: [], calls: open } });

  it('a skill whose model wants tools → runs after the quiet ones, alone', () => {
    const two = agentOf([moduleSkill('p'), moduleSkill('q'), moduleSkill('r')]);
    const both = { p: working(), q: working() };
    expect(nextStep(two, stateOf({ skills: both }))).toEqual(skills('r'));
    expect(nextStep(two, stateOf({ skills: { ...both, r: markOfSkill('done') } }))).toEqual(skills('p'));
  });

  it('its tools have answered → it is as quiet as any', () => {
    const two = agentOf([moduleSkill('p'), moduleSkill('q')]);
    expect(nextStep(two, stateOf({ skills: { p: working([]) } }))).toEqual(skills('p', 'q'));
  });

  it('the answer wants tools → it comes again; a call of it has to be confirmed → the gate', () => {
    const none = agentOf([]);
    expect(nextStep(none, stateOf({ skills: { answer: working() } }))).toEqual({ go: 'answer' });
    expect(nextStep(none, stateOf({ skills: { answer: markOfSkill('asking') } }))).toEqual({ go: 'gate' });
  });
});

describe('a model as router', () => {
  const routed = agentOf([form('a'), moduleSkill('b'), moduleSkill('c', { requires: ['b'] })], { router: 'model' });
  const choice = (chosen: string[], chatTurn = 1) => ({ chatTurn, skills: chosen });
  const cases: [string, Partial<ThreadState>, NextStep][] = [
    ['nothing chosen yet → it chooses among those whose needs are met', {}, { go: 'choose', among: ['a', 'b'] }],
    ['products are there → it may choose all the same', { facts: { a: 1, b: 1 } }, { go: 'choose', among: ['a', 'b', 'c'] }],
    ['it chose → that runs', { choice: choice(['b']) }, skills('b')],
    ['it chose for an earlier message → it chooses anew', { choice: choice(['b'], 0) }, { go: 'choose', among: ['a', 'b'] }],
    [
      'what it chose has run → it chooses among the rest',
      { choice: choice(['b']), skills: { b: markOfSkill('done') } },
      { go: 'choose', among: ['a'] },
    ],
    ['it chose none → the answer', { choice: choice([]) }, { go: 'answer' }],
    ['what it chose asks → the gate first', { choice: choice(['a']), skills: { a: markOfSkill('asking') } }, { go: 'gate' }],
    ['a skill was answered → it goes on before anything is chosen', { skills: { a: markOfSkill('answered') } }, skills('a')],
    ['all have run → the answer', { skills: { a: markOfSkill('done'), b: markOfSkill('done') } }, { go: 'answer' }],
    ['a skill said finish → the answer', { finish: true }, { go: 'answer' }],
  ];
  it.each(cases)('%s', (_situation, state, expected) => {
    expect(nextStep(routed, stateOf(state))).toEqual(expected);
  });
});
