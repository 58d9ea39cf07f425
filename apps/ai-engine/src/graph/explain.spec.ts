import { standingOf, whyOf } from './explain.js';
import { agentOf, form, markOfSkill, moduleSkill, stateOf } from './test/states.js';

const agent = agentOf([
  form('a'),
  moduleSkill('b', { requires: ['a'] }),
  moduleSkill('c', { requires: ['x.y'], produces: ['a'] }),
]);

describe('how the skills stand', () => {
  it('before anything has run → ready, or blocked by what is missing', () => {
    expect(standingOf(agent, stateOf())).toEqual([
      { id: 'a', status: 'ready', runs: 0, requires: {}, produces: { a: false } },
      { id: 'b', status: 'blocked', runs: 0, requires: { a: false }, produces: { b: false } },
      { id: 'c', status: 'blocked', runs: 0, requires: { 'x.y': false }, produces: { a: false } },
      { id: 'answer', status: 'ready', runs: 0, requires: {}, produces: {} },
    ]);
  });

  it('all that it produces is there → satisfied; what has run for this message → its mark', () => {
    const state = stateOf({
      facts: { a: 0, x: { y: '' } },
      skills: { b: markOfSkill('working'), a: markOfSkill('done', { chatTurn: 0 }) },
    });
    expect(standingOf(agent, state).map(({ id, status }) => [id, status])).toEqual([
      ['a', 'satisfied'],
      ['b', 'working'],
      ['c', 'satisfied'],
      ['answer', 'ready'],
    ]);
  });
});

describe('why a skill runs', () => {
  const b = { go: 'skills' as const, ids: ['b'] };
  const calls = [{ callId: 'c', id: 'i', name: 't', argumentsText: '{}' }];
  it.each([
    ['its needs are met', { facts: { a: 1 } }, 'has all it requires (a), and these are missing: b'],
    ['it was answered', { skills: { b: markOfSkill('answered') } }, 'its card was answered'],
    ['it was cancelled', { skills: { b: markOfSkill('answered', { cancelled: true }) } }, 'its card was cancelled'],
    [
      'its model wants tools',
      { skills: { b: markOfSkill('working', { work: { transcript: [], calls } }) } },
      'its model wants tools',
    ],
    [
      'its tools have said something',
      { skills: { b: markOfSkill('working', { work: { transcript: [], calls: [] } }) } },
      'its tools have results',
    ],
    ['a model chose it', { choice: { chatTurn: 1, skills: ['b'], reason: 'asked' } }, 'chosen by the model: asked'],
  ])('%s → %s', (_what, state, why) => {
    expect(whyOf(agent, stateOf(state), b)).toEqual({ b: why });
  });

  it('a step without skills → nothing to say', () => {
    expect(whyOf(agent, stateOf(), { go: 'gate' })).toEqual({});
  });
});
