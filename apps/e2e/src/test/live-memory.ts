import { once } from 'node:events';

/**
 * What a process that was started with `--inspect=127.0.0.1:<port>` really holds, in bytes: its heap after a garbage
 * collection, and what is outside of it for the heap's sake. Resident memory says little: it is mostly garbage.
 */
export async function liveMemory(port: number): Promise<number> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await once(socket, 'open');
  try {
    await ask(socket, 1, 'HeapProfiler.collectGarbage');
    // What was freed by finalizers of the first collection.
    await ask(socket, 2, 'HeapProfiler.collectGarbage');
    const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
    const { result } = (await ask(socket, 3, 'Runtime.evaluate', { expression })) as { result: { value: number } };
    return result.value;
  } finally {
    socket.close();
  }
}

async function ask(socket: WebSocket, id: number, method: string, params: object = {}): Promise<unknown> {
  socket.send(JSON.stringify({ id, method, params }));
  for (;;) {
    const [message] = (await once(socket, 'message')) as [{ data: string }];
    const answer = JSON.parse(message.data) as { id?: number; result?: unknown };
    if (answer.id === id) return answer.result;
  }
}
