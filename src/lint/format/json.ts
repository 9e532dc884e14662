// For programs: the contract's object, and the same columns as CSV. Pure.
import { csvLine, defuse } from '../../csv/write.ts';
import { plain } from '../../files/plain.ts';
import type { Finding, Report } from '../model/finding.ts';
import type { Observed } from '../observed/observed.ts';
import { unshownIn } from './unread.ts';

const COLUMNS = [
  'rule',
  'severity',
  'confidence',
  'path',
  'line',
  'column',
  'message',
  'field',
  'replacement',
  'fixable',
  'left',
] as const;

/** A finding that --fix changed, or would. */
export type FixedPlace = Pick<Finding, 'path' | 'line' | 'column'>;

/** What only some runs tell: uses that recordings show and no finding explains; what was fixed. */
export interface Besides {
  readonly observed?: readonly Observed[] | undefined;
  readonly fixed?: readonly FixedPlace[] | undefined;
  /** Of a dry run: nothing was. */
  readonly wouldFix?: readonly FixedPlace[] | undefined;
}

export function formatJson(report: Report, { observed, fixed, wouldFix }: Besides = {}): string {
  return `${JSON.stringify(
    {
      asOf: report.asOf,
      cutoff: report.cutoff,
      daysLeft: report.daysLeft,
      filesScanned: report.filesScanned,
      unreadable: report.unreadable,
      findings: report.findings.map(findingJson),
      skipped: Object.fromEntries(report.skipped),
      suppressed: report.suppressed,
      off: report.off,
      baselined: report.baselined,
      unshown: unshownIn(report),
      notes: report.notes,
      hostsAside: report.hostsAside,
      ...(observed && { observedElsewhere: observed }),
      ...(fixed && { fixed }),
      ...(wouldFix && { wouldFix }),
    },
    null,
    2,
  )}\n`;
}

/** A finding as the contract has it, and what tells it from others. */
export function findingJson(finding: Finding) {
  const { evidence, fingerprint } = finding;
  return { ...columnsOf(finding), evidence, fingerprint };
}

function columnsOf(finding: Finding): Pick<Finding, (typeof COLUMNS)[number]> {
  const { rule, severity, confidence, path, line, column, message, field, replacement, fixable, left } =
    finding;
  return { rule, severity, confidence, path, line, column, message, field, replacement, fixable, left };
}

export function formatCsv(report: Report): string {
  const rows = report.findings.map((finding) => {
    const columns = columnsOf(finding);
    return csvLine(COLUMNS.map((name) => defuse(columns[name] === null ? '' : plain(String(columns[name])))));
  });
  return csvLine([...COLUMNS]) + rows.join('');
}
