module.exports = { ...require('../../jest.preset.cjs'), displayName: 'wire', rootDir: __dirname };
