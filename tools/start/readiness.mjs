// Waits until everything serves, and says what it waits for where that takes long.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
const SAY_EVERY_MS = 10_000;

/** `checks`: `[{ name, url }]`, each ready once its url answers 200. Rejects with the signal's reason. */
export async function allReady(checks, { say, signal, sayEveryMs = SAY_EVERY_MS }) {
  let sayAt = performance.now() + sayEveryMs;
  for (;;) {
    const states = await Promise.all(checks.map(async ({ name, url }) => ({ name, ...(await look(url)) })));
    const waiting = states.filter(({ ready }) => !ready);
    if (!waiting.length) return;
    if (performance.now() >= sayAt) {
      say(`still waiting: ${waiting.map(({ name, said }) => `${name} (${said})`).join('; ')}`);
      sayAt += sayEveryMs;
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

async function look(url) {
  try {
    const { status, text } = await get(url);
    return { ready: status === 200, said: `${status} ${text.replace(/\s+/g, ' ').slice(0, 300)}`.trim() };
  } catch (error) {
    return { ready: false, said: error.code ?? error.message };
  }
}

/** One GET: `{ status, text }`; rejects where nothing answers within two seconds. */
export function get(url) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false, timeout: 2000 }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString('utf8') }));
    });
    request.once('timeout', () => request.destroy(new Error('no answer')));
    request.once('error', reject);
  });
}
