import { ParleyError, type ThreadId } from '@parley/contracts';
import type { StoreClient } from '@parley/platform';
import { GatewayConfig } from '../config.js';
import type { EngineHttp } from '../engine/engine-http.js';
import { StateService } from './state.service.js';

const THREAD = 'default:-:s1' as ThreadId;
const asked: string[] = [];
beforeEach(() => asked.splice(0));

function service(
  config: Partial<GatewayConfig>,
  engine: { status: number; text: string },
  store = async () => ({}),
): StateService {
  const http = {
    call: async ({ path }: { path: string }) => {
      asked.push(path);
      return { statusCode: engine.status, body: { text: async () => engine.text } };
    },
  };
  const client = { call: store } as unknown as StoreClient;
  return new StateService(Object.assign(new GatewayConfig(), config), client, http as unknown as EngineHttp);
}

const VIEW = { agent_id: 'a', turn: 1, state: {}, skills: [], choice: null };
const FOUND = { status: 200, text: JSON.stringify(VIEW) };

test.each<[string, Partial<GatewayConfig>, boolean]>([
  ['outside production', {}, true],
  ['in production', { NODE_ENV: 'production' }, false],
  ['in production, asked for', { NODE_ENV: 'production', EXPOSE_STATE: true }, true],
  ['switched off', { EXPOSE_STATE: false }, false],
])('%s → shown: %s', async (_what, config, isShown) => {
  const answer = service(config, FOUND).of(THREAD);
  if (isShown) expect(await answer).toEqual(VIEW);
  else await expect(answer).rejects.toMatchObject({ code: 'forbidden' });
  expect(asked).toEqual(isShown ? ['agent/state?thread_id=default%3A-%3As1'] : []);
});

test('no such session → session_not_found, and no engine is asked', async () => {
  const gone = async () => Promise.reject(new ParleyError('session_not_found'));
  await expect(service({}, FOUND, gone).of(THREAD)).rejects.toMatchObject({ code: 'session_not_found' });
  expect(asked).toEqual([]);
});

test('the engine fails → engine_unavailable', async () => {
  await expect(service({}, { status: 500, text: 'oops' }).of(THREAD)).rejects.toMatchObject({ code: 'engine_unavailable' });
});
