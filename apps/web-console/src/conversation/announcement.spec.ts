import type { ConsultationMessage, ConsultationStatus } from '@parley/client/store';
import { type Announced, nextAnnouncement, NOTHING_ANNOUNCED } from './announcement.js';

const words = { streamBegins: '(begins)', streamEnds: '(ends)', streamInterrupted: '(interrupted)', streamFailed: '(failed)' };

const said = (content: string, more: Partial<ConsultationMessage> = {}): ConsultationMessage => ({
  key: 'm',
  run_id: 'r1',
  role: 'assistant',
  state: 'streaming',
  content,
  ...more,
});
const asked = (content: string): ConsultationMessage => ({ key: `u-${content}`, role: 'user', state: 'done', content });

type Step = readonly ConsultationMessage[] | { messages: readonly ConsultationMessage[]; status: ConsultationStatus };

/** What is heard at each step. */
function heard(steps: readonly Step[], from: Announced = NOTHING_ANNOUNCED): string[] {
  let announced = from;
  return steps.map((step) => {
    const state = 'status' in step ? step : { messages: step, status: 'streaming' as const };
    const next = nextAnnouncement(state, announced, words);
    announced = next.announced;
    return next.text;
  });
}

test('an answer that grows → each paragraph once, when the next one begins, the last one at the end', () => {
  const texts = ['One', 'One sentence.', 'One sentence.\n\nTw', 'One sentence.\n\nTwo.\n\nThree'];
  const done = said(`${texts.at(-1)}.`, { state: 'done' });
  expect(heard([...texts.map((text) => [asked('hi'), said(text)]), [asked('hi'), done], [asked('hi'), done]])).toEqual([
    '(begins)',
    '',
    'One sentence.',
    'Two.',
    'Three.\n(ends)',
    '',
  ]);
});

test.each([
  ['done', {}, 'Two.\n(ends)'],
  ['done', { card: { card_id: 'c1' } as ConsultationMessage['card'] }, 'Two.'],
  ['preempted', {}, '(interrupted)'],
  ['failed', {}, 'Two.\n(failed)'],
] as const)('an answer ends as %s with %j → %j', (state, more, end) => {
  expect(heard([[said('One.\n\nTwo.')], [said('One.\n\nTwo.', { state, ...more })]])).toEqual(['(begins)\nOne.', end]);
});

test('a newer message takes its place → interrupted, then the new answer; nothing is said while it is not certain', () => {
  const steps = [
    [said('Old')],
    [said('Old'), asked('no')],
    [said('Old', { state: 'preempted' }), asked('no')],
    [said('Old', { state: 'preempted' }), asked('no'), said('New', { key: 'n', run_id: 'r2' })],
  ];
  expect(heard(steps)).toEqual(['(begins)', '', '(interrupted)', '(begins)']);
});

test('stopped before a word came → interrupted, once', () => {
  const messages = [asked('hi')];
  const steps = (['waiting', 'stopping', 'idle', 'idle'] as const).map((status) => ({ messages, status }));
  expect(heard(steps)).toEqual(['', '', '(interrupted)', '']);
});

test('stopped in the middle → interrupted, once; a stop that comes too late → complete', () => {
  const stopping = { messages: [said('A')], status: 'stopping' as const };
  const after = (state: ConsultationMessage['state']): Step => ({ messages: [said('A', { state })], status: 'idle' });
  expect(heard([[said('A')], stopping, after('preempted'), after('preempted')])).toEqual(['(begins)', '', '(interrupted)', '']);
  expect(heard([[said('A')], stopping, after('done')])).toEqual(['(begins)', '', 'A\n(ends)']);
});

test('the connection is lost and the same run is followed again → it goes on after what was read out', () => {
  const steps = [
    [said('One.\n\nTw')],
    [said('One.\n\nTw', { state: 'preempted' })],
    [said('One.\n\nTwo.\n\nTh', { key: 'again' })],
  ];
  expect(heard(steps)).toEqual(['(begins)\nOne.', '(interrupted)', '(begins)\nTwo.']);
});

test('an answer that was there before, the user’s own words, and an answer that is deleted → nothing', () => {
  expect(heard([[said('Old.', { state: 'done' })], [asked('Hi.')], []])).toEqual(['', '', '']);
  expect(heard([[said('One.')], []])).toEqual(['(begins)', '']);
});

test('a worker took over and the text is shorter → nothing twice, and all that is new', () => {
  const steps = ['One.\n\nTwo.\n\nThree', 'One.', 'One.\n\nTwo.', '', 'New.\n\nT'].map((text) => [said(text)]);
  expect(heard(steps)).toEqual(['(begins)\nOne.\nTwo.', '', '', '', 'New.']);
});
