// How the linter is asked in tests: a day on which the earlier forms still work, and nothing of a config.
import type { LintSettings } from '../../src/lint/lint.ts';

/** For single sources. */
export const SCAN = {
  asOf: '2026-06-01',
  cutoff: '2026-10-30',
  minConfidence: 'medium',
  hosts: [],
  clients: [],
} as const satisfies Partial<LintSettings>;

/** For folders, but for the working directory. */
export const LINT = {
  ...SCAN,
  paths: ['.'],
  ignored: [],
  levels: {},
} as const satisfies Partial<LintSettings>;
