// Plays the scenes in one look, and takes a picture of each.
import { statSync } from 'node:fs';
import path from 'node:path';

/** The most that a picture may weigh. */
const MAX_KB = 200;

const LOCALES = { en: 'en-GB', zh: 'zh-CN' };

/** In a profile and as a user of its own. Throws where a picture is too large. */
export async function takePictures({ browser, origin, look, scenes, folder, say }) {
  const { name, viewport, colorScheme, lang } = look;
  const context = await browser.newContext({
    viewport,
    colorScheme,
    locale: LOCALES[lang],
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-user-id': name },
  });
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  for (const scene of scenes) {
    const leave = await scene.play(page, { lang, origin, isPhone: viewport.width < 640 });
    await page.mouse.move(0, 0);
    const file = path.join(folder, `console-${scene.name}-${name}.png`);
    await page.screenshot({ path: file, caret: 'hide' });
    const kb = Math.round(statSync(file).size / 1000);
    if (kb >= MAX_KB) throw new Error(`${file} has ${kb} kB; ${MAX_KB} are the most`);
    say(`${path.relative(process.cwd(), file)} (${kb} kB)`);
    await leave?.();
  }
  await context.close();
}
