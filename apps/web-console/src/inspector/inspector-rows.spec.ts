import { asNdjson, inspectorRows, summaryOf } from './inspector-rows.js';

const run = {
  runId: 'chat-1',
  isReplayed: false,
  dropped: 0,
  events: [
    { at: 1000, seq: 1, event: 'run', data: { turn: 1 } },
    { at: 1012, seq: 2, event: 'token', data: { text: 'Hi\n', node: 'answer' } },
    { at: 1020, seq: 3, event: 'end', data: { output: 'x'.repeat(200) } },
  ],
};

test('a run → a heading and its events, with the time since its first one', () => {
  const rows = inspectorRows([run], true);
  expect(rows.map((row) => (row.kind === 'run' ? row.key : [row.key, row.sinceStartMs]))).toEqual([
    'chat-1',
    ['chat-1:1', 0],
    ['chat-1:2', 12],
    ['chat-1:3', 20],
  ]);
  expect(inspectorRows([run], false)).toHaveLength(3);
});

test('an event in one line → the text of a token, else its data, cut where it is long', () => {
  expect(run.events.map(summaryOf)).toEqual(['{"turn":1}', '"Hi\\n"', `{"output":"${'x'.repeat(109)}…`]);
});

test('to be copied → a line of JSON for each event', () => {
  const lines = asNdjson([run]).split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual([1, 2, 3]);
  expect(lines[0]).toBe('{"run_id":"chat-1","at":1000,"seq":1,"event":"run","data":{"turn":1}}');
});
