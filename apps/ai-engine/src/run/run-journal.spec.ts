import { ParleyError, type RunEvent } from '@parley/contracts';
import type { AppendBatch, AppendOutcome } from '@parley/run-log';
import { Deferred } from '../checkpoint/test/deferred.js';
import { RunJournal } from './run-journal.js';
import { RunStopped } from './run-stopped.js';

const token = (text: string): RunEvent => ({ event: 'token', data: { text, node: 'answer', message_id: 'm' } });

/** A journal whose appends are answered by the test. */
function journalOf(start: { lastSeq?: number; text?: string } = {}) {
  const batches: AppendBatch[] = [];
  const answers: Deferred<AppendOutcome>[] = [];
  const controller = new AbortController();
  const refused: Error[] = [];
  const journal = new RunJournal(
    (batch) => {
      batches.push(batch);
      const answer = new Deferred<AppendOutcome>();
      answers.push(answer);
      return answer.promise;
    },
    { runId: 'r', epoch: 7, attempt: 2, lastSeq: start.lastSeq ?? 1, text: start.text ?? '' },
    controller.signal,
    (reason) => refused.push(reason),
  );
  const answer = async (index: number, outcome: AppendOutcome = { outcome: 'appended' }) => {
    answers[index]?.resolve(outcome);
    await new Promise(setImmediate);
  };
  return { journal, batches, answer, controller, refused, texts: () => batches.map(({ events }) => events.length) };
}

describe('the journal', () => {
  it('one append is in flight; what is emitted meanwhile goes into the next one', async () => {
    const { journal, batches, answer, texts } = journalOf();
    for (const text of ['a', 'b', 'c']) await journal.emit(token(text));
    expect(texts()).toEqual([1]);
    await answer(0);
    expect(texts()).toEqual([1, 2]);
    expect(batches.map(({ firstSeq, epoch, attempt }) => [firstSeq, epoch, attempt])).toEqual([
      [2, 7, 2],
      [3, 7, 2],
    ]);
  });

  it('settled waits for the acknowledgements and tells number and bytes', async () => {
    const { journal, answer } = journalOf();
    await journal.emit(token('字'));
    const settled = journal.settled();
    await answer(0);
    await expect(settled).resolves.toEqual({ runId: 'r', seq: 2, textBytes: 3 });
  });

  it('the log is closed → told once, and everything after it throws the reason', async () => {
    const { journal, answer, refused, texts } = journalOf();
    await journal.emit(token('a'));
    await journal.emit(token('b'));
    await answer(0, { outcome: 'closed' });
    expect(refused).toEqual([expect.any(RunStopped)]);
    await expect(journal.emit(token('c'))).rejects.toBe(refused[0]);
    await expect(journal.settled()).rejects.toBe(refused[0]);
    await expect(journal.drained()).resolves.toBe(1);
    expect(texts()).toEqual([1]);
  });

  it('the log is shorter than known → the turn fails as store_unavailable', async () => {
    const { journal, answer, refused } = journalOf({ lastSeq: 5 });
    await journal.emit(token('a'));
    await answer(0, { outcome: 'out_of_step', lastSeq: 3 });
    expect(refused).toEqual([expect.objectContaining({ code: 'store_unavailable' })]);
  });

  it('an attempt that takes over forgets what the checkpoint does not stand for', async () => {
    const { journal, batches, answer } = journalOf({ lastSeq: 9, text: '身份abc' });
    journal.rewind({ seq: 4, textBytes: 6 });
    await journal.emit(token('x'));
    expect(batches[0]).toMatchObject({ firstSeq: 10, keepTextBytes: 6 });
    expect(batches[0]?.events[0]).toEqual({ event: 'rewind', data: { to_seq: 4, reason: 'worker_lost' } });
    expect(journal.text).toBe('身份x');
    await answer(0);
    expect(batches[1]?.keepTextBytes).toBeUndefined();
    await answer(1);
    await expect(journal.settled()).resolves.toEqual({ runId: 'r', seq: 11, textBytes: 7 });
  });

  it('more waits than Redis takes → the talker waits', async () => {
    const { journal, answer } = journalOf();
    let emitted = 0;
    const talking = (async () => {
      for (; emitted < 2000; emitted++) await journal.emit(token('x'));
    })();
    await new Promise(setImmediate);
    expect(emitted).toBeLessThan(600);
    for (let index = 0; emitted < 2000; index++) await answer(index);
    await talking;
  });

  it('an event beyond the limit → skill_failed, and nothing of it is written', async () => {
    const { journal, texts } = journalOf();
    await expect(journal.emit(token('x'.repeat(4 * 1024 * 1024)))).rejects.toMatchObject({ code: 'skill_failed' });
    expect(texts()).toEqual([]);
  });

  it('Redis is away → the same batch again, until the turn ends', async () => {
    const batches: AppendBatch[] = [];
    const controller = new AbortController();
    const outage = Promise.reject(new Error('away'));
    outage.catch(() => undefined);
    const journal = new RunJournal(
      (batch) => {
        batches.push(batch);
        if (batches.length === 3) controller.abort(new ParleyError('turn_timeout'));
        return outage;
      },
      { runId: 'r', epoch: 1, attempt: 1, lastSeq: 1, text: '' },
      controller.signal,
      () => undefined,
    );
    await journal.emit(token('a'));
    await expect(journal.drained()).resolves.toBe(1);
    expect(batches).toHaveLength(3);
    expect(new Set(batches).size).toBe(1);
  });
});
