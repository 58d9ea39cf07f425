import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Who may import whom (docs/architecture.md, "Libraries"). Checked by `npm run lint`: it needs the graph of nx. */
const boundaries = [
  { sourceTag: 'lib:contracts', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'lib:wire', onlyDependOnLibsWithTags: ['lib:contracts'] },
  { sourceTag: 'lib:client', onlyDependOnLibsWithTags: ['lib:contracts', 'lib:wire'] },
  { sourceTag: 'lib:run-log', onlyDependOnLibsWithTags: ['lib:contracts'] },
  { sourceTag: 'lib:platform', onlyDependOnLibsWithTags: ['lib:contracts'] },
  { sourceTag: 'lib:testing', onlyDependOnLibsWithTags: ['lib:contracts', 'lib:wire'] },
  { sourceTag: 'app:gateway', onlyDependOnLibsWithTags: ['lib:contracts', 'lib:wire', 'lib:run-log', 'lib:platform'] },
  { sourceTag: 'app:engine', onlyDependOnLibsWithTags: ['lib:contracts', 'lib:wire', 'lib:run-log', 'lib:platform'] },
  { sourceTag: 'app:store', onlyDependOnLibsWithTags: ['lib:contracts', 'lib:run-log', 'lib:platform'] },
  { sourceTag: 'app:demo-model', onlyDependOnLibsWithTags: ['lib:contracts'] },
  { sourceTag: 'app:console', onlyDependOnLibsWithTags: ['lib:contracts', 'lib:client'] },
  { sourceTag: 'app:e2e', onlyDependOnLibsWithTags: ['lib:contracts', 'lib:wire', 'lib:client', 'lib:testing'] },
];

/** The console is type-checked by its own project: it has a browser's globals and JSX. */
const TYPED_BY = ['tsconfig.spec.json', 'apps/web-console/tsconfig.json'].map((file) => `${import.meta.dirname}/${file}`);

/** Specs may use the test library as well. */
const forSpecs = boundaries.map((rule) => ({
  ...rule,
  onlyDependOnLibsWithTags: [...rule.onlyDependOnLibsWithTags, 'lib:testing'],
}));

const enforce = (depConstraints) => ['error', { depConstraints, allow: [], enforceBuildableLibDependency: false }];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.nx/**',
      '.parley/**',
      '**/jest.config.cjs',
      'eslint.config.mjs',
      'jest.preset.cjs',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    plugins: { '@nx': nx },
    languageOptions: { parserOptions: { project: TYPED_BY, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@nx/enforce-module-boundaries': enforce(boundaries),
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/only-throw-error': 'error',
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read the environment in config.ts only.' },
      ],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  { files: ['**/*config.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['**/*.spec.ts', '**/test/**/*.ts', 'apps/*/e2e/**/*.ts', 'libs/testing/**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': enforce(forSpecs),
      'no-restricted-properties': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
