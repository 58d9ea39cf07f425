import type { RunId } from '@parley/contracts';
import { takeIn, type TakeInInput } from './take-in.js';
import { agentOf, answersOf, askOf, form, markOfSkill, moduleSkill, RUN, stateOf } from './test/states.js';

const NEXT = 'chat-0190a000-0000-7000-8000-000000000002' as RunId;

const input = (claimed: Partial<TakeInInput['claimed']>, kind: 'form' | 'module' = 'module'): TakeInInput => ({
  runId: NEXT,
  epoch: 2000,
  claimed: { kind: 'resume', turn: 2, chat_turn: 1, answers: [], ...claimed },
  agent: agentOf([kind === 'form' ? form('a') : moduleSkill('a')]),
});
const item = (values: Record<string, unknown>, item_id = 'item-1') => ({ item_id, skill: 'a', values });
const asking = stateOf({ skills: { a: markOfSkill('asking') } });

describe('what a new turn does to the state', () => {
  it('the first turn of a thread → a fresh start', () => {
    const update = takeIn(undefined, { ...input({ kind: 'chat', turn: 1 }), runId: RUN });
    expect(update).toEqual({ ...stateOf(), turn: { runId: RUN, turn: 1, chatTurn: 1, chatEpoch: 2000, agentId: 'test' } });
  });

  it('an answer for an open ask → in the facts at its path, and its skill goes on', () => {
    const update = takeIn(asking, input({ answers: [answersOf(2, [item({ 'p.q': false })])] }));
    expect(update.facts).toEqual({ p: { q: false } });
    expect(update.skills?.['a']).toEqual(markOfSkill('answered', { answers: { 'p.q': false } }));
    expect(update).toMatchObject({ answersUpto: 2, phase: 'running', card: null, shown: { runId: NEXT, seq: 1, textBytes: 0 } });
  });

  it('an answered form → done', () => {
    const update = takeIn(asking, input({ answers: [answersOf(2, [item({ x: 1 })])] }, 'form'));
    expect(update.skills?.['a']?.status).toBe('done');
  });

  it('a cancelled card → its skill goes on and is told', () => {
    const update = takeIn(asking, input({ answers: [answersOf(2, [item({})], { action: 'cancel' })] }));
    expect(update.skills?.['a']).toMatchObject({ status: 'answered', cancelled: true });
    expect(update.facts).toEqual({});
  });

  it('the same answers again, merged before → nothing', () => {
    const merged = stateOf({ skills: { a: markOfSkill('done') }, answersUpto: 2 });
    const update = takeIn(merged, input({ turn: 3, answers: [answersOf(2, [item({ x: 1 })]), answersOf(3, [item({ x: 1 })])] }));
    expect([update.facts, update.skills]).toEqual([{}, merged.skills]);
  });

  it('answers of a turn that failed before it could merge them, then a chat → merged, and the rest withdrawn', () => {
    const two = stateOf({
      skills: {
        a: markOfSkill('asking'),
        b: markOfSkill('asking', { asks: [askOf('item-2')] }),
      },
    });
    const update = takeIn(two, input({ kind: 'chat', turn: 3, chat_turn: 3, answers: [answersOf(2, [item({ x: 1 })])] }));
    expect(update.facts).toEqual({ x: 1 });
    expect(update.skills?.['b']).toEqual(markOfSkill('done'));
    expect(update.turn).toEqual({ runId: NEXT, turn: 3, chatTurn: 3, chatEpoch: 2000, agentId: 'test' });
  });

  it('an answer to another item than the open one → not merged', () => {
    const update = takeIn(asking, input({ answers: [answersOf(2, [item({ x: 1 }, 'older')])] }));
    expect([update.facts, update.skills]).toEqual([{}, asking.skills]);
  });

  it('a thread whose state is lost → the answers are kept all the same', () => {
    const update = takeIn(undefined, input({ answers: [answersOf(2, [item({ x: 1 })])] }));
    expect(update.facts).toEqual({ x: 1 });
  });

  it('a resume → belongs to the chat message before it', () => {
    expect(takeIn(asking, input({})).turn).toEqual({ runId: NEXT, turn: 2, chatTurn: 1, chatEpoch: 1000, agentId: 'test' });
  });
});
