// For programs: the contract's object, and the same columns as CSV. Pure.
import { csvLine, defuse } from '../../csv/write.ts';
import { EXIT } from '../../errors.ts';
import { plain } from '../../files/plain.ts';
import type { Finding, Report } from '../model/finding.ts';
import type { Observed } from '../observed.ts';
import { evidenceText, messageOf, noteText, whyUnread } from './words.ts';

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

/** A finding that `--fix` changed, or would change. */
type FixedPlace = Pick<Finding, 'path' | 'line' | 'column'>;

/** What only some runs report. */
export interface Extras {
  /** Uses in recordings that no finding explains. */
  readonly observed?: readonly Observed[] | undefined;
  readonly fixed?: readonly FixedPlace[] | undefined;
  readonly wouldFix?: readonly FixedPlace[] | undefined;
}

export function formatJson(report: Report, { observed, fixed, wouldFix }: Extras = {}): string {
  const value = {
    asOf: report.asOf,
    cutoff: report.cutoff,
    daysLeft: report.daysLeft,
    filesScanned: report.filesScanned,
    unreadable: report.unreadable.map((one) => ({ path: one.path, why: whyUnread(one), code: one.why })),
    findings: report.findings.map((finding) => findingJson(finding, report)),
    skipped: Object.fromEntries(report.skipped),
    suppressed: report.suppressed,
    off: report.off,
    baselined: report.baselined,
    unshown: report.unshown,
    notes: report.notes.map((note) => ({
      path: note.path,
      line: note.line,
      code: note.code,
      message: noteText(note),
    })),
    ...errorOf(report),
    ...(observed && { observedElsewhere: observed }),
    ...(fixed && { fixed }),
    ...(wouldFix && { wouldFix }),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** What every command has with exit code 2. */
function errorOf({ unreadable }: Report): object {
  if (unreadable.length === 0) return {};
  const message = unreadable.map((one) => `${one.path}: ${whyUnread(one)}`).join('\n');
  return { error: { code: 'unreadable', message }, exitCode: EXIT.unusable };
}

/** A finding with the contract's names, its evidence and its fingerprint. */
export const findingJson = (finding: Finding, report: Report) => ({
  ...columnsOf(finding, report),
  evidence: finding.evidence.map(evidenceText),
  fingerprint: finding.fingerprint,
});

function columnsOf(finding: Finding, report: Report) {
  const { rule, severity, confidence, path, line, column, field, replacement, fixable, left } = finding;
  const message = messageOf(finding, report);
  return { rule, severity, confidence, path, line, column, message, field, replacement, fixable, left };
}

export function formatCsv(report: Report): string {
  const rows = report.findings.map((finding) => {
    const columns = columnsOf(finding, report);
    return csvLine(COLUMNS.map((name) => defuse(columns[name] === null ? '' : plain(String(columns[name])))));
  });
  return csvLine([...COLUMNS]) + rows.join('');
}
