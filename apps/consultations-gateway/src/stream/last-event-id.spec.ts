import { checkHasHappened, lastEventOf } from './last-event-id.js';

const RUN = 'chat-0190a0a0-0000-7000-8000-000000000001';
const OTHER = 'chat-0190a0a0-0000-7000-8000-000000000002';

const REFUSED = expect.objectContaining({
  code: 'validation_failed',
  details: { errors: [expect.objectContaining({ path: 'last-event-id' })] },
}) as Error;

describe('lastEventOf', () => {
  it('no header → nothing', () => {
    expect(lastEventOf(undefined, RUN)).toBeUndefined();
  });

  it.each<[string, number]>([
    [`${RUN}:0`, 0],
    [`${RUN}:1`, 1],
    [`xpert-${RUN}:12345`, 12_345],
  ])('%s → its parts', (header, seq) => {
    expect(lastEventOf(header)).toEqual({ runId: header.split(':')[0], seq });
  });

  it.each([
    '',
    'nonsense',
    RUN,
    `${RUN}:`,
    `${RUN}:x`,
    `${RUN}:-1`,
    `${RUN}:1.5`,
    `${RUN}:01`,
    `${RUN}:+1`,
    `${RUN}: 1`,
    `${RUN}:1e3`,
    `${RUN}:9007199254740993`,
    `${RUN}:1:2`,
    `:1`,
    `chat-x:1`,
    `${RUN}:1\n`,
  ])('%j → 400', (header) => {
    expect(() => lastEventOf(header)).toThrow(REFUSED);
  });

  it('an id of another run than the one that is asked for → 400', () => {
    expect(() => lastEventOf(`${OTHER}:1`, RUN)).toThrow(REFUSED);
    expect(lastEventOf(`${RUN}:1`, RUN)).toEqual({ runId: RUN, seq: 1 });
  });
});

describe('checkHasHappened', () => {
  it('an event at the end of the log has happened, one beyond it has not', () => {
    const { runId } = lastEventOf(`${RUN}:5`) ?? fail();
    expect(() => checkHasHappened({ runId, seq: 5 }, 5)).not.toThrow();
    expect(() => checkHasHappened({ runId, seq: 6 }, 5)).toThrow(REFUSED);
  });
});

const fail = (): never => {
  throw new Error('no event');
};
