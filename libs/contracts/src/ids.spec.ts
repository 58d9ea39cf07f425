import 'reflect-metadata';
import { encodeKeyPart, isRunId, isThreadId, partsOfThread, threadIdOf, type ThreadId } from './ids.js';

describe('thread ids', () => {
  it.each([
    ['default', '-', 's1'],
    ['a:b', 'c{d}', 'S_-9'],
    ['租户', 'user@example.com', 'x'],
    ['%3A', ':', 'x'],
  ])('%s, %s, %s → one id that gives the parts back', (tenantId, owner, sessionId) => {
    const id = threadIdOf({ tenantId, owner, sessionId });
    expect(partsOfThread(id)).toEqual({ tenantId, owner, sessionId });
    expect(isThreadId(id)).toBe(true);
    expect(id).toMatch(/^[A-Za-z0-9_%:-]+$/);
  });

  it.each(['', 'a:b', 'a:b:c:d', 'a%zz:-:x', 'a%:-:x', 'a%3a:-:x', '%61:-:x', 'a:-:x y', 'a:-:x%20', '%E4:-:x'])(
    '%j → none: not ours, or not the one spelling',
    (text) => expect(isThreadId(text)).toBe(false),
  );

  it('parts that look alike do not meet', () => {
    const of = (tenantId: string, owner: string): ThreadId => threadIdOf({ tenantId, owner, sessionId: 's' });
    expect(new Set([of('a', 'b:c'), of('a:b', 'c'), of('a%3Ab', 'c'), of('a', 'b%3Ac')]).size).toBe(4);
    expect(encodeKeyPart('🙂')).toBe('%F0%9F%99%82');
  });
});

test.each([
  ['chat-0190a000-0000-7000-8000-000000000001', true],
  ['xpert-chat-0190a000-0000-7000-8000-000000000001', true],
  ['chat-0190a000-0000-4000-8000-000000000001', false],
  ['0190a000-0000-7000-8000-000000000001', false],
])('run id %s → %s', (text, expected) => expect(isRunId(text)).toBe(expected));
