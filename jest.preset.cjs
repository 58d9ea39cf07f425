// What every package's jest.config.cjs starts from. ESM-only packages are transpiled to CommonJS inside jest;
// the end-to-end tests spawn the compiled apps, so the real ES modules run as well.
const ESM_ONLY = ['@nestjs', 'file-type', 'load-esm', 'strtok3', 'token-types', 'uint8array-extras', '@tokenizer', '@borewit', 'uuid', 'cookie'];

const swc = (parser) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: { target: 'es2022', keepClassNames: true, parser, transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false } },
  },
];

module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.spec.ts'],
  transform: {
    '\\.ts$': swc({ syntax: 'typescript', decorators: true }),
    '\\.m?js$': swc({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: [`/node_modules/(?!(${ESM_ONLY.join('|')})/)`],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  testEnvironmentOptions: { customExportConditions: ['@parley/source', 'node', 'node-addons', 'require', 'default'] },
};
