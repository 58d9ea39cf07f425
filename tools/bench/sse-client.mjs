// A cheap SSE reader: it must cost little beside what it measures. Knows just enough of the frames to count and time tokens.
import http from 'node:http';

const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
const now = () => performance.timeOrigin + performance.now();

/** Posts, reads the stream to its end; `{ tokens, firstMs, endMs, delays, cardId, ok }`: ms, delays from emission to arrival. */
export function readStream(url, { body, method = 'POST', headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const sentAt = now();
    const result = { tokens: 0, firstMs: undefined, endMs: undefined, delays: [], cardId: undefined, ok: false };
    const request = http.request(
      url,
      { method, agent, headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers } },
      (response) => {
        if (response.statusCode !== 200)
          return void response.resume().once('end', () => reject(new Error(`${response.statusCode} from ${url}`)));
        let rest = '';
        response.setEncoding('utf8');
        response.on('data', (text) => {
          const at = now();
          rest += text;
          const end = rest.lastIndexOf('\n\n');
          if (end < 0) return;
          for (const frame of rest.slice(0, end).split('\n\n')) take(frame, at, sentAt, result);
          rest = rest.slice(end + 2);
        });
        response.once('end', () => resolve({ ...result, endMs: now() - sentAt }));
        response.once('error', reject);
      },
    );
    request.once('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function take(frame, at, sentAt, result) {
  if (frame.includes('event: token')) {
    result.tokens += 1;
    result.firstMs ??= at - sentAt;
    const made = /"text":"(\d{10,}\.\d+)/.exec(frame)?.[1];
    if (made) result.delays.push(at - Number(made));
  } else if (frame.includes('event: card')) result.cardId = /"card_id":"([^"]+)"/.exec(frame)?.[1];
  else if (frame.includes('event: end')) result.ok = true;
}
