// A small service on the compiled library, for `start-http-app.spec.ts` to start, to disturb and to end.
import { Controller, Get, Inject, Module, Req, Res } from '@nestjs/common';
import { CommonConfig, Drain, readConfig, startHttpApp } from '../dist/index.js';

const config = readConfig(CommonConfig);
const method = (name, decorators) =>
  decorators.forEach((decorate) =>
    decorate(MiniController.prototype, name, Object.getOwnPropertyDescriptor(MiniController.prototype, name)),
  );

class MiniController {
  constructor(drain) {
    this.drain = drain;
  }

  /** Never ends by itself: says good-bye when the service drains. */
  stream(request, reply) {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/plain' });
    reply.raw.write('hello');
    this.drain.signal.addEventListener('abort', () => reply.raw.end(' bye'));
  }

  /** Never ends at all. */
  hang(request, reply) {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/plain' });
    reply.raw.write('hello');
  }

  reject() {
    void Promise.reject(new Error('forgotten redis://:geheim@host'));
    void Promise.reject('forgotten text');
    return 'ok';
  }

  crash() {
    setImmediate(() => {
      throw new Error('nobody catches this');
    });
    return 'ok';
  }
}
Controller()(MiniController);
Inject(Drain)(MiniController, undefined, 0);
method('stream', [Get('stream')]);
method('hang', [Get('hang')]);
for (const name of ['stream', 'hang']) {
  Req()(MiniController.prototype, name, 0);
  Res()(MiniController.prototype, name, 1);
}
method('reject', [Get('reject')]);
method('crash', [Get('crash')]);

class MiniModule {}
Module({ controllers: [MiniController] })(MiniModule);

await startHttpApp({
  name: 'mini',
  module: MiniModule,
  config,
  port: Number(process.argv[2]),
  storePort: Number(process.argv[3]),
});
