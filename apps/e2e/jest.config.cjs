// The whole product on spawned, compiled apps: build first (`npm run build`).
module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'e2e',
  rootDir: __dirname,
  testEnvironment: '<rootDir>/log-printing-environment.cjs',
  setupFilesAfterEnv: ['<rootDir>/src/test/print-logs.ts'],
  testTimeout: 30_000,
};
