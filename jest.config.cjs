// The unit tests of all packages in one run. The end-to-end tests (apps/e2e) have a run of their own: they need what is built.
const fs = require('node:fs');
const path = require('node:path');

const packagesIn = (kind) => fs.readdirSync(path.join(__dirname, kind)).map((name) => `${kind}/${name}`);
const hasSpecs = (dir) => dir !== 'apps/e2e' && fs.existsSync(path.join(__dirname, dir, 'jest.config.cjs'));

module.exports = { projects: [...packagesIn('libs'), ...packagesIn('apps')].filter(hasSpecs).map((dir) => `<rootDir>/${dir}`) };
