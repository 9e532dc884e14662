// How the linter is asked in tests: a day on which the earlier forms still work, and nothing of a config.
import type { LintSettings } from '../../src/lint/lint.ts';
import type { Finding } from '../../src/lint/model/finding.ts';
import { scanFile } from '../../src/lint/scan.ts';

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

/** What is found in one source, but for what is hardly certain. */
export async function found(path: string, text: string): Promise<Finding[]> {
  const { findings } = await scanFile(path, text, SCAN);
  return findings.filter(({ confidence }) => confidence !== 'low');
}
