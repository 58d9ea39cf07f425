// What is printed of the turns.
import { percentile, printTable } from '../figures.mjs';

/** What a Redis command may cost more per turn before it is named: µs, and times. */
const GROWN = { us: 1, times: 1.1 };

const print = (line = '') => process.stdout.write(`${line}\n`);
const kb = (bytes) => (bytes / 1024).toFixed(1);

/** Returns the exit code. */
export function report({ sessions, windows, memory, failed }) {
  const { late, grownUp, newGrownUp } = windows;
  print(
    `\n${sessions} sessions side by side; what is shown is per turn. ms: from the request to the end of its stream; CPU in ms;`,
  );
  print(
    'commands of Redis, those in scripts included; KB to and from Redis; the model, in a process that is not counted, answers at once\n',
  );
  printTable(Object.values(windows).map(rowOf));
  print();
  printGrowth(newGrownUp, late, 'at the same time');
  printGrowth(grownUp, late, 'the same sessions, earlier');
  print(`Redis commands that cost more than in both: ${dearer([grownUp, newGrownUp], late).join('; ') || 'none'}`);
  print('\nRedis memory of one session in KB; run logs and their index go after RUN_LOG_TTL_S');
  printTable(memory.map(memoryRow));
  print(`\nturns that failed: ${failed}`);
  return failed === 0 ? 0 : 1;
}

const FIGURES = {
  CPU: (window) => window.all('cpu '),
  commands: (window) => window.all('calls '),
  'KB in': (window) => window.of('in'),
  'KB out': (window) => window.of('out'),
  'prompt KB': (window) => window.of('prompt'),
};

function rowOf(window) {
  const { CPU, commands, ...bytes } = FIGURES;
  return {
    window: window.name,
    'ms p50': percentile(window.tookMs, 50).toFixed(1),
    p99: percentile(window.tookMs, 99).toFixed(1),
    CPU: CPU(window).toFixed(2),
    ...Object.fromEntries(window.names('cpu ').map((name) => [name, window.of(`cpu ${name}`).toFixed(2)])),
    commands: commands(window).toFixed(1),
    ...Object.fromEntries(Object.entries(bytes).map(([name, of]) => [name, kb(of(window))])),
  };
}

function printGrowth(early, late, how) {
  const growth = (of) => {
    const percent = (of(late) / of(early) - 1) * 100;
    return `${percent < 0 ? '' : '+'}${percent.toFixed(1)} %`;
  };
  const ofProcesses = late.names('cpu ').map((name) => [name, (window) => window.of(`cpu ${name}`)]);
  const { CPU, ...others } = FIGURES;
  const figures = [['CPU', CPU], ...ofProcesses, ...Object.entries(others)];
  print(`${late.name} beside ${early.name} (${how}): ${figures.map(([name, of]) => `${name} ${growth(of)}`).join(', ')}`);
}

function dearer(earlier, late) {
  return late.names('us ').flatMap((name) => {
    const [calls, us] = [late.of(`calls ${name}`), late.of(`us ${name}`)];
    const then = Math.max(...earlier.map((window) => window.of(`us ${name}`)));
    if (us - then < GROWN.us || us < then * GROWN.times) return [];
    const callsThen = Math.max(...earlier.map((window) => window.of(`calls ${name}`)));
    return [`${name} ${callsThen.toFixed(1)} → ${calls.toFixed(1)} times, ${then.toFixed(1)} → ${us.toFixed(1)} µs`];
  });
}

function memoryRow({ turn, keys, messages, 'run index': index, 'run logs': logs, ...lasting }) {
  return {
    'after turn': turn,
    ...Object.fromEntries(Object.entries(lasting).map(([kind, size]) => [kind, kb(size)])),
    messages: kb(messages),
    'per turn': kb(messages / turn),
    'run index': kb(index),
    'run logs': kb(logs),
    'per turn ': kb(logs / turn),
    keys: keys.toFixed(0),
  };
}
