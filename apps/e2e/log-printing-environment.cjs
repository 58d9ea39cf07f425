// Tells the tests' own world when a test starts and when it fails: `src/test/print-logs.ts` then prints what the apps said meanwhile.
const { TestEnvironment } = require('jest-environment-node');

module.exports = class extends TestEnvironment {
  handleTestEvent(event) {
    if (event.name === 'test_start' || event.name === 'run_start') this.global.parleyTestStarts?.();
    if (event.name === 'test_fn_failure') this.global.parleyTestFails?.(event.test.name);
    if (event.name === 'hook_failure') this.global.parleyTestFails?.(`${event.hook.type} hook`);
  }
};
