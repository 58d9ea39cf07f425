module.exports = { ...require('../../jest.preset.cjs'), displayName: 'ai-engine', rootDir: __dirname };
