import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';

const NO_BODY: readonly number[] = [204, 205, 304];

/**
 * `fetch` for model servers, over Node's http. Unlike the built-in one it never gives up on a silent connection (a model may
 * think for longer than five minutes; the turn's own timeout ends it), and an abort closes the socket at once.
 */
export function createHttpFetch(): typeof fetch {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isHttps = url.protocol === 'https:';
    const options: http.RequestOptions = {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      agent: isHttps ? agents.https : agents.http,
      ...(init.signal && { signal: init.signal }),
    };
    return new Promise<Response>((resolve, reject) => {
      const request = (isHttps ? https : http).request(url, options);
      request.on('response', (message) => resolve(responseOf(message))).on('error', reject);
      request.end(init.body as string | undefined);
    });
  };
}

function responseOf(message: http.IncomingMessage): Response {
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  if (!NO_BODY.includes(status)) return new Response(Readable.toWeb(message) as ReadableStream<Uint8Array>, { status, headers });
  message.resume();
  return new Response(null, { status, headers });
}
