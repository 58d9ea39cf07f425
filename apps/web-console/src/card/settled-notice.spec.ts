import type { Answer, Session } from '@parley/client';
import { ProblemError } from '@parley/client';
import type { ConsultationMessage } from '@parley/client/store';
import { settledNotice, type SettledCard } from './settled-notice.js';
import { cardOf } from './test/cards.js';

const card = cardOf([{ field_key: 'a' }, { field_key: 'b' }]);
const NOW = Date.UTC(2026, 0, 2);
const answers = (a: unknown, more: Partial<Answer> = {}): Answer[] => [
  { field_key: 'a', item_id: 'i1', value: a, ...more },
  { field_key: 'b', item_id: 'i1', value: ['x', 'y'], ...more },
];
const asking: ConsultationMessage = { key: 'q', role: 'assistant', state: 'done', content: '', card };
const next: ConsultationMessage = { ...asking, key: 'n', card: { ...card, card_id: 'c2' } };
const answered = (given: Answer[], state: ConsultationMessage['state'] = 'done'): ConsultationMessage => ({
  key: 'a',
  role: 'user',
  state,
  content: '',
  answers: given,
});
const chat: ConsultationMessage = { key: 'm', role: 'user', state: 'done', content: 'Something else.' };
const refused = (code: ProblemError['code']): ProblemError =>
  Object.assign(Object.create(ProblemError.prototype) as ProblemError, { code });

const gone = (more: Partial<SettledCard>): SettledCard => ({
  card,
  given: [],
  messages: [asking],
  session: { session_id: 's1' } as Session,
  error: null,
  nowMs: NOW,
  ...more,
});

test.each<[string, Partial<SettledCard>, ReturnType<typeof settledNotice>]>([
  ['answered here', { given: [answers('1')], messages: [asking, answered(answers('1'))] }, undefined],
  [
    'answered here, and the next card is open',
    { given: [answers('1')], messages: [asking, answered(answers('1')), next] },
    undefined,
  ],
  [
    'told by the feed while the answer is still on its way',
    { given: [answers('1')], messages: [asking, answered(answers('1'), 'sending')] },
    undefined,
  ],
  [
    'answered here, kept in another order and without the item',
    { given: [answers('1')], messages: [asking, answered(answers('1', { item_id: undefined }).reverse())] },
    undefined,
  ],
  [
    'the response to the first try was lost, the second was refused',
    { given: [answers('1'), answers('2')], messages: [asking, answered(answers('1'))] },
    undefined,
  ],
  ['gone on without answers, here', { given: [[]], messages: [asking, answered([])] }, undefined],
  ['answered elsewhere', { messages: [asking, answered(answers('1'))] }, 'elsewhere'],
  ['answered elsewhere with something else', { given: [answers('2')], messages: [asking, answered(answers('1'))] }, 'elsewhere'],
  [
    'answered elsewhere; what was given here has not arrived',
    { given: [answers('2')], messages: [asking, answered(answers('1')), answered(answers('2'), 'unsent')] },
    'elsewhere',
  ],
  ['an older card was answered alike here', { given: [], messages: [answered(answers('1')), asking, chat] }, 'elsewhere'],
  ['gone on without answers, elsewhere', { given: [answers('1')], messages: [asking, answered([])] }, 'elsewhere'],
  ['superseded by a message', { messages: [asking, chat] }, 'elsewhere'],
  ['the error says so', { messages: [asking, answered(answers('1'))], error: refused('card_already_answered') }, undefined],
  ['another error does not', { messages: [asking, answered(answers('1'))], error: refused('answers_invalid') }, 'elsewhere'],
  ['the consultation is deleted', { session: null, messages: [] }, undefined],
  ['lapsed', { card: { ...card, expires_at: new Date(NOW).toISOString() } }, 'expired'],
  ['superseded before it lapsed', { card: { ...card, expires_at: new Date(NOW + 1).toISOString() } }, 'elsewhere'],
  [
    'answered elsewhere, and the time is over',
    { card: { ...card, expires_at: new Date(NOW - 1).toISOString() }, messages: [asking, answered(answers('1'))] },
    'elsewhere',
  ],
])('%s → %s', (_what, more, notice) => {
  expect(settledNotice(gone(more))).toBe(notice);
});
