// The rules of the linter: typescript-eslint's strictest typed rules, short functions, and imports in one order.
// test/structure.test.ts checks which room may import which.
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

const RULES = {
  'simple-import-sort/imports': 'error',
  'simple-import-sort/exports': 'error',
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  '@typescript-eslint/switch-exhaustiveness-check': [
    'error',
    { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
  ],
  // A number is readable in a text. Objects, arrays and values that may be missing are not.
  '@typescript-eslint/restrict-template-expressions': [
    'error',
    { allowNumber: true, allowAny: false, allowBoolean: false, allowNullish: false, allowRegExp: false },
  ],
  // `() => close()` as a handler is clear enough, and so is `return answer(...)` where nothing is returned.
  '@typescript-eslint/no-confusing-void-expression': [
    'error',
    { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
  ],
  // `while (true)` and `for (;;)` are the same.
  '@typescript-eslint/no-unnecessary-condition': [
    'error',
    { allowConstantLoopConditions: 'only-allowed-literals' },
  ],
  '@typescript-eslint/no-empty-function': 'off',
  eqeqeq: 'error',
  'no-console': 'error',
};

/** For doubles and fixtures: a test knows which values exist, mocks are async because the real functions are, and a
 * flag that a callback sets looks constant to the compiler. */
const RELAXED_IN_TESTS = {
  'no-console': 'off',
  'max-lines-per-function': 'off',
  '@typescript-eslint/no-unnecessary-condition': 'off',
  '@typescript-eslint/unbound-method': 'off',
  '@typescript-eslint/no-non-null-assertion': 'off',
  '@typescript-eslint/no-unsafe-argument': 'off',
  '@typescript-eslint/no-unsafe-assignment': 'off',
  '@typescript-eslint/no-unsafe-call': 'off',
  '@typescript-eslint/no-unsafe-member-access': 'off',
  '@typescript-eslint/no-unsafe-return': 'off',
  '@typescript-eslint/require-await': 'off',
  '@typescript-eslint/restrict-template-expressions': 'off',
};

export default tseslint.config(
  {
    ignores: ['dist', 'coverage', 'node_modules', 'samples', '.bench', '.build', 'test/corpora/lint/corpus'],
  },
  {
    files: ['src/**/*.ts', 'test/**/*.ts', '*.config.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { 'simple-import-sort': simpleImportSort },
    rules: RULES,
  },
  { files: ['test/**/*.ts', '*.config.ts'], rules: RELAXED_IN_TESTS },
);
