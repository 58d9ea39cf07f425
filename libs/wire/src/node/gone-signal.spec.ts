import { once } from 'node:events';
import { HttpPairs } from '../test/http-pair.js';
import { goneSignal } from './gone-signal.js';

const pairs = new HttpPairs();
beforeAll(() => pairs.start());
afterAll(() => pairs.stop());

describe('the gone signal of a response', () => {
  it('the whole request came, in two packets → not aborted; the reader leaves → aborted', async () => {
    const { response, reader } = await pairs.open('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab');
    const signal = goneSignal(response);
    response.req.resume();
    reader.write('cd');
    await once(response.req, 'close');
    expect(signal.aborted).toBe(false);
    reader.resetAndDestroy();
    await once(signal, 'abort');
    expect(goneSignal(response).aborted).toBe(true);
  });

  it('the response was sent → not aborted when it closes', async () => {
    const { response, reader } = await pairs.open();
    const signal = goneSignal(response);
    reader.resume();
    response.end('x');
    await once(response, 'close');
    expect([signal.aborted, goneSignal(response).aborted]).toEqual([false, false]);
  });
});
