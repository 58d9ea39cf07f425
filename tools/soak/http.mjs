// A client that takes what comes, when it comes, and judges nothing.
import http from 'node:http';
import { RunEventDecoder } from '@parley/wire';

const BASE = '/api/v1/consultations';
/** Whoever hears nothing at all for so long gives up. */
const ANSWERS_WITHIN_MS = 15_000;

export class NoAnswer extends Error {}

/** One request on a connection of its own; resolves at the headers. Rejects where the connection fails, `NoAnswer` in silence. */
export function open({ port, method = 'GET', path, body, headers = {}, signal }) {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const length = bytes ? { 'content-type': 'application/json', 'content-length': bytes.length } : {};
    const options = { host: '127.0.0.1', port, path: BASE + path, method, agent: false, signal };
    const sent = http.request({ ...options, headers: { ...length, ...headers } });
    const limit = setTimeout(
      () => sent.destroy(new NoAnswer(`${method} ${path}: no answer in ${ANSWERS_WITHIN_MS} ms`)),
      ANSWERS_WITHIN_MS,
    );
    sent.once('response', (answer) => {
      clearTimeout(limit);
      // Whoever reads the body learns of a break there.
      answer.on('error', () => undefined);
      resolve({ status: answer.statusCode, headers: answer.headers, body: answer });
    });
    sent.on('error', (error) => {
      clearTimeout(limit);
      reject(error);
    });
    sent.end(bytes);
  });
}

/** The body as JSON; rejects where the connection breaks. */
export async function readJson({ body }) {
  const parts = [];
  for await (const part of body) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString() || 'null');
}

/** Hands over each item of an event stream with the time of its arrival. Resolves with how the bytes ended: `whole` or `broken`. */
export function readItems(body, take) {
  const decoder = new RunEventDecoder();
  return new Promise((resolve, reject) => {
    const give = (items) => items.forEach((item) => take(item, performance.now()));
    const check = () => decoder.failure && body.destroy(decoder.failure);
    body.on('data', (chunk) => {
      give(decoder.push(chunk));
      check();
    });
    body.once('close', () => {
      if (body.complete) give(decoder.end());
      if (decoder.failure) reject(decoder.failure);
      else resolve(body.complete ? 'whole' : 'broken');
    });
  });
}
