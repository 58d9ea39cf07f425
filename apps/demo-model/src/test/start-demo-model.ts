import { DemoModel } from '../demo-model.js';

export interface Completion {
  outcome: string;
  tokens: number;
}

export interface StartedDemoModel {
  url: string;
  model: DemoModel;
  /** The next completion that ends, as the log tells it. */
  nextCompletion: () => Promise<Completion>;
  errors: string[];
}

/** A demo model on a free port, with a fixed identity so that tests can assert whole bodies. */
export async function startDemoModel(paceMs = 0): Promise<StartedDemoModel> {
  let waiting: ((completion: Completion) => void)[] = [];
  const errors: string[] = [];
  const log = {
    debug: (_message: string, fields?: Record<string, unknown>) => {
      waiting.forEach((resolve) => resolve(fields as unknown as Completion));
      waiting = [];
    },
    info: () => undefined,
    error: (message: string, fields?: Record<string, unknown>) => void errors.push(`${message} ${JSON.stringify(fields)}`),
  };
  const model = new DemoModel({ paceMs, log, identity: () => ({ id: 'chatcmpl-1', created: 1 }) });
  const port = await model.listen(0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${port}`,
    model,
    errors,
    nextCompletion: () => new Promise((resolve) => waiting.push(resolve)),
  };
}

/** Posts to the chat completions; a string goes as it is. */
export function post(url: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer any key at all', 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  });
}
