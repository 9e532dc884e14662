// Settings of the linter in tests: a day before the cutoff, on which the earlier forms still work, and no config.
import type { LintSettings } from '../../src/lint/lint.ts';
import type { Finding } from '../../src/lint/model/finding.ts';
import { scanFile } from '../../src/lint/scan.ts';

/** For the text of one file. */
export const SCAN = {
  asOf: '2026-06-01',
  cutoff: '2026-10-30',
  minConfidence: 'medium',
  hosts: [],
  clients: [],
} as const satisfies Partial<LintSettings>;

/** For folders. The test adds the working directory. */
export const LINT = {
  ...SCAN,
  paths: ['.'],
  ignored: [],
  levels: {},
} as const satisfies Partial<LintSettings>;

/** The findings in the text of one file, without those of low confidence. */
export async function found(path: string, text: string): Promise<Finding[]> {
  const { findings } = await scanFile(path, text, SCAN);
  return findings.filter(({ confidence }) => confidence !== 'low');
}
