// Runs the stages of `npm test` one after the other and adds up.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureChromium } from '../browser/ensure-chromium.mjs';
import { ensureRedis, RedisMissing } from '../redis/ensure-redis.mjs';
import { allStages, chosenStages } from './stages.mjs';
import { stageTotals } from './totals.mjs';

/** Returns the exit code. After a stage that fails, the later ones are left out, and said to be. */
export async function runTests({ root, args, say = (text) => console.log(text) }) {
  const results = mkdtempSync(path.join(tmpdir(), 'parley-test-'));
  try {
    return await runChosen(chosenStages(allStages({ root, results }), args), root, say);
  } catch (error) {
    say(error.message);
    return 2;
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

async function runChosen(stages, root, say) {
  const began = performance.now();
  const outcomes = [];
  for (const stage of stages) {
    const isLeftOut = outcomes.some(({ isOk }) => !isOk);
    outcomes.push(isLeftOut ? { stage, isLeftOut, passed: 0, failed: 0, isOk: true } : await runStage(stage, root, say));
  }
  say(`\n── summary (${seconds(began)})`);
  for (const outcome of outcomes) say(`   ${line(outcome)}`);
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  say(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') ? 1 : 0;
}

async function runStage(stage, root, say) {
  say(`\n── ${stage.title}`);
  const began = performance.now();
  const reason = await failureOf(stage, root, say);
  const totals = stageTotals(!reason, stage.totals?.());
  const outcome = { stage, reason, ...totals, isOk: totals.failed === 0, took: seconds(began) };
  say(`── ${line(outcome)}`);
  return outcome;
}

function line({ stage, isLeftOut, isOk, passed, failed, took, reason }) {
  if (isLeftOut) return `${stage.name.padEnd(6)} left out`;
  const tests = stage.totals ? ` ${passed} ok${failed ? `, ${failed} not` : ''}` : '';
  return `${stage.name.padEnd(6)} ${isOk ? 'ok' : 'FAILED'}${tests} (${took}${isOk || !reason ? '' : `, ${reason}`})`;
}

/** Undefined when the stage passed, else why not, in a few words. */
async function failureOf({ command: [program, ...args], limitMinutes, needsRedis, needsChromium }, root, say) {
  try {
    if (needsRedis) ensureRedis({ say });
    if (needsChromium) ensureChromium({ say });
  } catch (error) {
    say(error.message);
    return error instanceof RedisMissing ? 'no Redis' : 'no Chromium';
  }
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve) => {
    let isLate = false;
    const limit = setTimeout(() => (isLate = child.kill('SIGKILL')), limitMinutes * 60_000);
    const passOn = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, passOn);
    const end = (reason) => {
      clearTimeout(limit);
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, passOn);
      resolve(reason);
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) =>
      end(isLate ? `stopped after ${limitMinutes} minutes` : signal || (code ? `exit ${code}` : undefined)),
    );
  });
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
