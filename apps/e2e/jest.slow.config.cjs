// What takes minutes and is not part of `npm test`: `npm run test:slow`, after `npm run build`.
module.exports = { ...require('./jest.config.cjs'), displayName: 'e2e-slow', testMatch: ['<rootDir>/src/**/*.slow.ts'] };
