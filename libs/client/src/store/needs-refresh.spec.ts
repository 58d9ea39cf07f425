import { SESSION } from '../test/fake-consultation.js';
import { OTHER_RUN, RUN } from '../test/runs.js';
import { needsRefresh } from './needs-refresh.js';

const known = { turn: 3, runIds: new Set([RUN]), cardId: null as string | null };

describe('the feed tells of a session', () => {
  it.each([
    ['nothing new', known, { turn: 3 }, false],
    ['a turn of another tab has begun', known, { turn: 4, active_run_id: OTHER_RUN }, true],
    ['a turn of another tab is over already', known, { turn: 4 }, true],
    ['how it was before the last turn', { ...known, cardId: 'c' }, { turn: 2, awaiting_card: 'before' }, false],
    ['our turn, when it ran', known, { turn: 3, active_run_id: RUN }, false],
    ['a run that took the place of ours in the same turn', known, { turn: 3, active_run_id: OTHER_RUN }, true],
    ['our card', { ...known, cardId: 'c' }, { turn: 3, awaiting_card: 'c' }, false],
    ['our card is not there any more', { ...known, cardId: 'c' }, { turn: 3 }, true],
    ['a card we have not seen', known, { turn: 3, awaiting_card: 'c' }, true],
  ])('%s', (_, what, session, expected) => {
    expect(needsRefresh(what, { ...SESSION, ...session })).toBe(expected);
  });
});
