// `node tools/screenshots.mjs`: the pictures of the console in docs/images, from a Parley of its own with the demo model. Build first
// (`node tools/build.mjs`).
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { ensureChromium } from './browser/ensure-chromium.mjs';
import { requireNode } from './require-node.mjs';
import { LOOKS } from './screenshots/looks.mjs';
import { SCENES } from './screenshots/scenes.mjs';
import { takePictures } from './screenshots/take-pictures.mjs';

requireNode();
const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'docs/images');
const say = (text) => console.log(text);

const { Stack } = await import('@parley/testing');
mkdirSync(folder, { recursive: true });
const stack = await Stack.up({ demoModel: true });
const browser = await chromium.launch({ executablePath: ensureChromium({ say }), args: ['--no-sandbox'] });
try {
  const origin = `http://127.0.0.1:${stack.gateway().port}`;
  for (const look of LOOKS) await takePictures({ browser, origin, look, scenes: SCENES, folder, say });
} finally {
  await browser.close();
  await stack.down();
}
