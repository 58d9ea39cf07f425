// A model that costs little, and knows of each answer when it wrote last and when the engine left: `PORT=… node model.mjs`.
// It says what the last message asks for: `say <tokens> <ms between two tokens> <a name for the call>`, whatever comes after.
import http from 'node:http';
import { LoopMeter, now } from './loop-meter.mjs';

const chunkOf = (rest) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'bench', ...rest })}\n\n`;
const choice = (delta, finish_reason = null) => chunkOf({ choices: [{ index: 0, delta, finish_reason }] });
const TOKEN = choice({ content: 'word ' });
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const ENDING = `${choice({}, 'stop')}${chunkOf({ choices: [], usage })}data: [DONE]\n\n`;

let calls = [];
let meter = new LoopMeter();

const server = http.createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  if (request.url.endsWith('/chat/completions')) return complete(response, body);
  if (request.url === '/readyz') return response.end('ok');
  // What came since somebody last asked for it; calls that are under way are told again.
  response.end(JSON.stringify({ calls, loop: meter.read() }));
  if (request.url !== '/forget') return;
  calls = calls.filter((call) => call.isOpen);
  meter = new LoopMeter();
});
server.listen(Number(process.env.PORT), '127.0.0.1');

function complete(response, body) {
  const [, tokens, paceMs, name] = /^say (\d+) (\d+) (\S+)/.exec(JSON.parse(body).messages.at(-1).content);
  const call = { name, bytes: body.length, isOpen: true };
  calls.push(call);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (paceMs === '0') {
    call.isOpen = false;
    return response.end(TOKEN.repeat(Number(tokens)) + ENDING);
  }
  speak(response, call, Number(tokens), Number(paceMs));
}

function speak(response, call, tokens, paceMs) {
  const startedAt = now();
  let timer;
  let said = 0;
  const next = () => {
    response.write(TOKEN);
    call.wroteAt = now();
    if (++said === tokens) return response.end(ENDING);
    timer = setTimeout(next, Math.max(0, startedAt + said * paceMs - now()));
  };
  response.once('close', () => {
    call.closedAt = now();
    call.isOpen = false;
    clearTimeout(timer);
  });
  next();
}
