module.exports = { ...require('../../jest.preset.cjs'), displayName: 'session-store', rootDir: __dirname };
