const preset = require('../../jest.preset.cjs');

module.exports = {
  ...preset,
  displayName: 'consultations-gateway',
  rootDir: __dirname,
  // What @fastify/static, which serves the pages of /docs, needs besides.
  transformIgnorePatterns: preset.transformIgnorePatterns.map((pattern) => pattern.replace('(?!(', '(?!(content-disposition|')),
};
