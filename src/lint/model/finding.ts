// What the linter finds, and what a run knows in the end, in codes: `lint/format`, cli and audit make words of them.
import type { Deprecation, RuleId } from '../../interface/deprecations.ts';
import type { Note } from './suppress.ts';
import type { Confidence, Evidence } from './weights.ts';

export type Severity = 'warning' | 'error';

/** Why `--fix` leaves a path; `format/words.ts` has each in words. */
export type LeftReason = 'unsure' | 'not-tied' | 'own-route' | 'not-a-call' | 'kind-of-file' | 'changed';

/** One use of something that ends, before its date is compared with the clock. */
export interface DeprecatedUse {
  readonly entry: Deprecation;
  readonly confidence: Confidence;
  /** Character offsets in the file's text. */
  readonly start: number;
  readonly end: number;
  /** The field, document type or path as it is used. */
  readonly field: string;
  readonly evidence: readonly Evidence[];
  /** Of a path: the segment to replace, or why not. */
  readonly fix?: { readonly start: number; readonly end: number; readonly text: string };
  readonly left?: LeftReason;
}

export interface Finding {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** Relative to the working directory, with forward slashes. */
  readonly path: string;
  /** 1-based; columns count UTF-16 units, as editors do. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly field: string;
  readonly replacement: string | null;
  readonly fixable: boolean;
  readonly evidence: readonly Evidence[];
  /** Why `--fix` leaves it; `null` where it changes it, and of other rules. */
  readonly left: LeftReason | null;
  /** The line of the source, values masked; for people. */
  readonly source: string;
  /** Stays the same when lines move: rule, path and the text of the line. */
  readonly fingerprint: string;
  readonly fix?: { readonly start: number; readonly end: number; readonly text: string };
}

/** The input of a scan of one text. */
export interface ScanSettings {
  readonly asOf: string;
  readonly cutoff: string;
  /** Hosts and names of clients of the service, from the config file. */
  readonly hosts: readonly string[];
  readonly clients: readonly string[];
}

/** Why a file or folder was passed over. */
export type SkipReason =
  | 'ignored'
  | 'ignored-folder'
  | 'lint.ignore'
  | 'lock'
  | 'binary'
  | 'workbook'
  | 'own-report'
  | 'link'
  | 'special'
  | 'dangling-link'
  | 'gone';

/** Why a file or folder was not read, or only in part (`cut`). */
export type UnreadReason =
  | 'missing'
  | 'no-permission'
  | 'cannot-open'
  | 'too-large'
  | 'bad-name'
  | 'not-utf8'
  | 'not-utf16'
  | 'too-deep'
  | 'failed'
  | 'cut';

export interface Unread {
  readonly path: string;
  readonly why: UnreadReason;
}

export interface ObservedUse {
  count: number;
  /** ISO 8601, UTC, or empty if the source has no time. */
  last: string;
}

export interface Report {
  readonly asOf: string;
  readonly cutoff: string;
  readonly daysLeft: number;
  readonly filesScanned: number;
  readonly skipped: ReadonlyMap<SkipReason, number>;
  /** Workbooks that were passed over. */
  readonly workbooks: readonly string[];
  readonly unreadable: readonly Unread[];
  readonly findings: readonly Finding[];
  readonly suppressed: number;
  /** Suppressed, or of a rule that is switched off: they stop working all the same. */
  readonly leftOut: readonly (Pick<Finding, 'rule' | 'path' | 'fingerprint'> & {
    readonly by: 'suppressed' | 'off';
  })[];
  /** Findings of rules that are switched off or were not asked for. */
  readonly off: number;
  readonly baselined: number;
  /** Of medium or high confidence, but below `--min-confidence`. */
  readonly unshown: number;
  readonly notes: readonly (Note & { readonly path: string })[];
  /** With `--observed`: how often each finding was seen. */
  readonly observed?: ReadonlyMap<Finding, ObservedUse>;
}
