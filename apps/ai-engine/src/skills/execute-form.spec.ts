import 'reflect-metadata';
import type { AskedQuestion } from '@parley/contracts';
import type { FormSkill } from '../agents/agent.js';
import { executeForm } from './execute-form.js';

const question = (field_key: string): AskedQuestion => ({ question: 'Q', field_key, input_type: 'text', required: true });
const FORM: FormSkill = {
  id: 'x',
  kind: 'form',
  reviewType: 'confirm',
  requires: [],
  produces: ['a.b', 'c'],
  questions: [question('a.b'), question('c')],
};

test('nothing is known → asks everything, in order', () => {
  expect(executeForm(FORM, {})).toEqual({ control: { action: 'ask_user', review_type: 'confirm', questions: FORM.questions } });
});

test('with a message → it stands above', () => {
  expect(executeForm({ ...FORM, message: 'Hello' }, {}).control).toMatchObject({ message: 'Hello' });
});

test.each([
  [{ a: { b: 'x' } }, ['c']],
  [{ a: { b: false }, c: null }, ['c']],
  [{ a: 'not an object', c: 0 }, ['a.b']],
])('%j is known → asks only the rest', (state, keys) => {
  const { control } = executeForm(FORM, state);
  expect(control.action === 'ask_user' && control.questions.map(({ field_key }) => field_key)).toEqual(keys);
});

test.each([[{ a: { b: 'x' }, c: 'y' }], [{ a: { b: '' }, c: 0 }], [{ a: { b: false }, c: [] }]])(
  '%j is known → goes on',
  (state) => {
    expect(executeForm(FORM, state)).toEqual({ control: { action: 'continue' } });
  },
);
