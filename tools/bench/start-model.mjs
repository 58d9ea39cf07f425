// The model of a measurement, in a process of its own.
import fs from 'node:fs';
import path from 'node:path';
import { freePort, newLogDir, Process } from './processes.mjs';

/** `{ url, process, calls(), forget(), stop() }`; the two in the middle answer `{ calls, loop }`, see model.mjs. */
export async function startModel() {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const logDir = newLogDir();
  const file = path.join(import.meta.dirname, 'model.mjs');
  const model = new Process('model', process.execPath, [file], { env: { PORT: String(port) }, logDir });
  await model.ready(`${origin}/readyz`);
  const ask = async (what) => (await fetch(`${origin}/${what}`)).json();
  const stop = async () => {
    await model.stop();
    fs.rmSync(logDir, { recursive: true, force: true });
  };
  return { url: `${origin}/v1`, process: model, calls: () => ask('calls'), forget: () => ask('forget'), stop };
}
