import { wantsJson } from './wants-json.js';

describe('wantsJson', () => {
  it.each<[boolean | undefined, string | undefined, boolean]>([
    [undefined, undefined, false],
    [undefined, '*/*', false],
    [undefined, 'application/json', true],
    [undefined, 'Application/JSON; charset=utf-8', true],
    [undefined, 'application/json;q=0.9, application/xml', true],
    [undefined, 'application/json, text/plain, */*', false],
    [undefined, 'application/json, text/event-stream', false],
    [undefined, 'text/event-stream', false],
    [undefined, 'text/html', false],
    [false, 'text/event-stream', true],
    [false, undefined, true],
    [true, 'application/json', false],
  ])('stream %s, Accept %s → %s', (stream, accept, json) => {
    expect(wantsJson(stream, accept)).toBe(json);
  });
});
