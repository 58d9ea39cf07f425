import { logsSince, markLogs } from '@parley/testing';

declare global {
  var parleyTestStarts: (() => void) | undefined;
  var parleyTestFails: ((name: string) => void) | undefined;
}

let mark = markLogs();

globalThis.parleyTestStarts = () => (mark = markLogs());
globalThis.parleyTestFails = (name) => {
  process.stderr.write(`\n── what the apps said during: ${name}\n${logsSince(mark)}\n`);
};
