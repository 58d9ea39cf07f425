import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const FOLDERS = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/local/bin', '/usr/bin'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chromium of this machine; `npm test` installs it where it can. `CHROMIUM` names another one. */
export function chromiumPath(): string {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) return CHROMIUM;
  const found = [...FOLDERS.flatMap((folder) => NAMES.map((name) => path.join(folder, name))), ...ELSEWHERE].find(isProgram);
  if (!found) throw new Error('there is no Chromium here: install it (apt-get install chromium), or name one in CHROMIUM');
  return found;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
