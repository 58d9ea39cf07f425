import { type Card, ParleyError } from '@parley/contracts';
import { jsonAnswer } from './json-answer.js';
import { ended, followed, RUN_EVENT, RUN_ID, token } from './test/followed.js';

const CARD = { type: 'interrupt', card_id: 'c1', items: [], questions: [] } as unknown as Card;

describe('jsonAnswer', () => {
  it('a completed run → its output, and nothing else', async () => {
    expect(await jsonAnswer(followed([[RUN_EVENT], [token('a'), token('b')], [ended('ab')]]))).toEqual({
      run_id: RUN_ID,
      session_id: 's',
      turn: 3,
      status: 'completed',
      output: 'ab',
      result: { role: 'assistant', content: 'ab' },
    });
  });

  it('an interrupted run → its card is the interrupt', async () => {
    const answer = await jsonAnswer(followed([[RUN_EVENT, { event: 'card', data: CARD }, ended('', 'interrupted')]]));
    expect(answer).toMatchObject({
      status: 'interrupted',
      output: '',
      result: { role: 'assistant', content: '', _interrupt: CARD },
    });
  });

  it('a pre-empted run → what was shown until then, without what a rewind took back', async () => {
    const answer = await jsonAnswer(
      followed([
        [RUN_EVENT, token('kept '), token('lost ')],
        [{ event: 'rewind', data: { to_seq: 2, reason: 'worker_lost' } }, token('again')],
        [{ event: 'preempted', data: { reason: 'aborted' } }],
      ]),
    );
    expect(answer).toMatchObject({ status: 'preempted', output: 'kept again', result: { content: 'kept again' } });
    expect(answer.result).not.toHaveProperty('_interrupt');
  });

  it('a failed run → its error, with what its user may read', async () => {
    const data = { code: 'model_failed', message: 'The model did not answer.', retryable: true, trace_id: 't' } as const;
    await expect(jsonAnswer(followed([[RUN_EVENT, token('a')], [{ event: 'error', data }]]))).rejects.toMatchObject({
      code: 'model_failed',
      status: 502,
      details: { detail: 'The model did not answer.' },
    });
  });

  it.each<[string, Error | undefined, string]>([
    ['a run that breaks off', undefined, 'engine_unavailable'],
    ['a log that vanishes', new ParleyError('run_expired'), 'run_expired'],
    ['a fault of ours', new TypeError('x of undefined'), 'internal'],
  ])('%s → an error, never a success', async (_situation, failure, code) => {
    await expect(jsonAnswer(followed([[RUN_EVENT, token('a')]], { failure }))).rejects.toMatchObject({ code });
  });
});
