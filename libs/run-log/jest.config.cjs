module.exports = { ...require('../../jest.preset.cjs'), displayName: 'run-log', rootDir: __dirname };
