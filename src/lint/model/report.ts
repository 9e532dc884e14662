// What a run of the linter knows in the end, as data. The formats turn it into words.
import type { Finding } from './finding.ts';
import type { Note } from './suppress.ts';

/** Why a file or folder was passed over. */
export type SkipReason =
  | 'ignored'
  | 'ignored-folder'
  | 'lint.ignore'
  | 'lock'
  | 'binary'
  | 'workbook'
  | 'vendored'
  | 'minified'
  | 'own-report'
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
