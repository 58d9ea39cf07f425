import type { ConsultationMessage } from '@parley/client/store';
import { nextAnnouncement } from './announcement.js';

const said = (content: string, more: Partial<ConsultationMessage> = {}): ConsultationMessage => ({
  key: 'm',
  role: 'assistant',
  state: 'streaming',
  content,
  ...more,
});

test('an answer that grows → each paragraph once, when the next one begins, the last one at the end', () => {
  const heard: string[] = [];
  let announced: ReturnType<typeof nextAnnouncement>['announced'];
  const texts = ['One', 'One sentence.', 'One sentence.\n\nTw', 'One sentence.\n\nTwo.\n\nThree'];
  for (const text of texts) {
    const next = nextAnnouncement(said(text), 'streaming', announced);
    announced = next.announced;
    heard.push(next.text);
  }
  const end = nextAnnouncement(said(`${texts.at(-1)}.`, { state: 'done' }), 'idle', announced);
  expect([...heard, end.text]).toEqual(['', '', 'One sentence.', 'Two.', 'Three.']);
  expect(nextAnnouncement(said(`${texts.at(-1)}.`, { state: 'done' }), 'idle', end.announced).text).toBe('');
});

test('an answer that was there before, and the user’s own words → nothing', () => {
  expect(nextAnnouncement(said('Old.', { state: 'done' }), 'idle', undefined).text).toBe('');
  expect(nextAnnouncement(said('Hi.', { role: 'user' }), 'waiting', undefined).text).toBe('');
  expect(nextAnnouncement(undefined, 'idle', undefined).text).toBe('');
});

test('a worker took over and the text is shorter → nothing twice', () => {
  const announced = { key: 'm', blocks: 2 };
  expect(nextAnnouncement(said('One.'), 'streaming', announced)).toEqual({ text: '', announced: { key: 'm', blocks: 1 } });
});
