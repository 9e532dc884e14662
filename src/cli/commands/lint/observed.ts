// --observed: recordings and access logs beside the findings: how often each call was really seen.
import { resolve } from 'node:path';

import { readSmallFile, SMALL, SmallFileError } from '../../../files/small-file.ts';
import type { Report } from '../../../lint/finding.ts';
import { normal, observe, type Observed } from '../../../lint/observed.ts';
import { type Io, UsageError } from '../../io.ts';

export function observedIn(files: readonly string[], io: Io): Observed[] {
  return observe(
    files.map((name) => {
      try {
        return { name, text: readSmallFile(resolve(io.cwd, name), SMALL.report) };
      } catch (error) {
        if (!(error instanceof SmallFileError)) throw error;
        throw new UsageError(`--observed ${name}: ${error.message}`);
      }
    }),
  );
}

/** Each path's finding with how often its call was really seen. */
export function withObserved(report: Report, seen: readonly Observed[]): Report {
  const findings = report.findings.map((finding) => {
    if (finding.rule !== 'current-tenant-endpoint') return finding;
    const own = seen.find(({ path }) => path === normal(finding.field));
    const words = own
      ? `seen ${own.count} time${own.count === 1 ? '' : 's'}${own.last === '' ? '' : `, last ${own.last}`}`
      : 'not seen in the recordings';
    return { ...finding, message: `${finding.message} (${words})`, evidence: [...finding.evidence, words] };
  });
  return { ...report, findings };
}

/** Calls that were seen and that no code here makes. */
export function orphans(report: Report, seen: readonly Observed[]): string {
  const known = new Set(report.findings.map(({ field }) => normal(field)));
  const lines = seen
    .filter(({ path }) => !known.has(path))
    .map(
      ({ path, count, last }) =>
        `Seen ${count} times${last === '' ? '' : `, last ${last}`}, and no code found for it: ${path}`,
    );
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
