module.exports = { ...require('../../jest.preset.cjs'), displayName: 'consultations-gateway', rootDir: __dirname };
