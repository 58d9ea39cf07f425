// The limit: what the same work costs with nothing around it. A worker that XADDs and PUBLISHes each token, a server that
// subscribes and writes a frame for each; started as `bare-pipeline.mjs worker|server`.
import http from 'node:http';
import { Redis } from 'ioredis';

const [role] = process.argv.slice(2);
const url = process.env.REDIS_URL;
const now = () => (performance.timeOrigin + performance.now()).toFixed(2);

if (role === 'worker') await work();
else await serve();

async function work() {
  const jobs = new Redis(url);
  const redis = new Redis(url, { enableAutoPipelining: true });
  for (;;) {
    const [, job] = await jobs.blpop('bare:jobs', 0);
    void speak(redis, JSON.parse(job));
  }
}

async function speak(redis, { id, tokens, paceMs }) {
  const startedAt = performance.now();
  const send = (seq, event) => {
    const line = JSON.stringify({ sequence: seq, event });
    return Promise.all([redis.xadd(`bare:log:${id}`, '*', 'e', line), redis.publish(`bare:${id}`, line)]);
  };
  let sent;
  for (let i = 0; i < tokens; i++) {
    await (paceMs
      ? new Promise((resolve) => setTimeout(resolve, Math.max(0, startedAt + i * paceMs - performance.now())))
      : new Promise(setImmediate));
    sent = send(i + 1, { event: 'token', data: { text: `${now()} `, node: 'answer', message_id: id } });
  }
  await sent;
  await send(tokens + 1, { event: 'end', data: {} });
  await redis.expire(`bare:log:${id}`, 60);
}

async function serve() {
  const redis = new Redis(url);
  const subscriber = new Redis(url);
  const open = new Map();
  subscriber.on('message', (channel, line) => {
    const response = open.get(channel);
    const { sequence, event } = JSON.parse(line);
    response.write(
      `id: ${channel}:${sequence}\nevent: ${event.event}\ndata: ${JSON.stringify({ type: event.event, data: event.data })}\n\n`,
    );
    if (event.event !== 'end') return;
    open.delete(channel);
    void subscriber.unsubscribe(channel);
    response.end();
  });
  const server = http.createServer(async (request, response) => {
    if (request.url === '/readyz') return response.end('ok');
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const job = JSON.parse(Buffer.concat(chunks).toString());
    const channel = `bare:${job.id}`;
    open.set(channel, response);
    await subscriber.subscribe(channel);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    await redis.rpush('bare:jobs', JSON.stringify(job));
  });
  server.listen(Number(process.env.PORT), '127.0.0.1');
}
