import 'reflect-metadata';
import { type PromptView, renderPrompt } from './render-prompt.js';

const view = (state: Record<string, unknown>, more: Partial<PromptView> = {}): PromptView => ({
  state,
  message: 'hi',
  agent: { id: 'echo', name: 'Echo' },
  lang: 'en',
  cancelled: false,
  ...more,
});
const render = (template: string, state: Record<string, unknown> = {}, more?: Partial<PromptView>) =>
  renderPrompt(template, view(state, more));

describe('a placeholder', () => {
  test.each([
    ['[{{state.a.b}}]', { a: { b: 'x' } }, '[x]'],
    ['[{{ state.a.b }}]', { a: { b: 'x' } }, '[x]'],
    ['[{{state.a.b.c}}]', { a: { b: 'x' } }, '[]'],
    ['[{{state.missing}}]', {}, '[]'],
    ['[{{nothing}}]', {}, '[]'],
    ['[{{state.n}}{{state.f}}{{state.e}}]', { n: 0, f: false, e: '' }, '[0false]'],
    ['[{{state.nil}}]', { nil: null }, '[]'],
    ['{{state.o}}', { o: { a: [1, 'x'] } }, '{"a":[1,"x"]}'],
    ['{{state.list}}', { list: [] }, '[]'],
    ['{{{state.t}}} {{&state.t}} {{state.t}}', { t: `<b>&"'` }, `<b>&"' <b>&"' <b>&"'`],
    ['{{state.t}}', { t: '{{state.secret}} {{=<% %>=}}', secret: 'no' }, '{{state.secret}} {{=<% %>=}}'],
    ['{{message}} {{agent.id}} {{agent.name}} {{lang}} {{cancelled}}', {}, 'hi echo Echo en false'],
    ['{{!a comment}}x', {}, 'x'],
  ])('%s over %j → %s', (template, state, expected) => expect(render(template, state)).toBe(expected));

  test.each([
    'constructor',
    '__proto__',
    'state.constructor',
    'state.__proto__',
    'state.constructor.name',
    'state.toString',
    'message.length',
    'state.text.length',
    'state.hasOwnProperty',
    'state.inherited',
    'state.hidden',
  ])('{{%s}} → empty: only own members are seen', (path) => {
    const state = Object.create(
      { inherited: 'no' },
      { hidden: { value: 'no' }, text: { value: 'x', enumerable: true } },
    ) as Record<string, unknown>;
    expect(render(`[{{${path}}}]`, state)).toBe('[]');
  });

  test('a function in the state → never called, renders empty', () => {
    const spy = jest.fn(() => 'called');
    expect(render('[{{state.f}}{{#state.f}}x{{/state.f}}]', { f: spy })).toBe('[]');
    expect(spy).not.toHaveBeenCalled();
  });
});

describe('a section', () => {
  test.each([
    ['{{#state.list}}<{{name}}{{lang}}>{{/state.list}}', { list: [{ name: 'a' }, { name: 'b' }] }, '<aen><ben>'],
    ['{{#state.list}}{{.}},{{/state.list}}', { list: ['a', 'b'] }, 'a,b,'],
    ['{{#state.o}}{{x}}{{/state.o}}', { o: { x: 1 } }, '1'],
    ['{{#state.o}}{{state.top}}{{/state.o}}', { o: {}, top: 't' }, 't'],
    ['{{#state.t}}yes{{/state.t}}{{^state.t}}no{{/state.t}}', { t: true }, 'yes'],
    ['{{#state.t}}yes{{/state.t}}{{^state.t}}no{{/state.t}}', {}, 'no'],
    ['{{^state.list}}none{{/state.list}}', { list: [] }, 'none'],
  ])('%s over %j → %s', (template, state, expected) => expect(render(template, state)).toBe(expected));
});

test('the same template for two people → each with what is theirs', () => {
  expect([render('{{state.a}}', { a: 1 }), render('{{state.a}}', { a: 2 })]).toEqual(['1', '2']);
});
