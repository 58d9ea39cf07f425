// Makes sure that a Chromium is on this machine: the console's tests and screenshots need one.
import { existsSync } from 'node:fs';
import { ensureProgram } from '../programs/ensure-program.mjs';

const CHROMIUM = {
  title: 'Chromium',
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  aptPackage: 'chromium',
  brewPackage: '--cask chromium',
  otherPackage: 'chromium',
  orElse: 'name one in CHROMIUM (in the environment)',
};

/** Not in anybody's path. */
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of the browser: the one that `CHROMIUM` names, else one that is there; see `ensureProgram`. */
export function ensureChromium({ env = process.env, elsewhere = ELSEWHERE, ...options }) {
  return env.CHROMIUM || elsewhere.find((file) => existsSync(file)) || ensureProgram(CHROMIUM, options);
}
