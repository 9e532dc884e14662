// What the linter finds, in codes: words are made of them by the formats (`lint/format`), by cli and by audit.
import type { Deprecation, RuleId } from '../../interface/deprecations.ts';

export type { RuleId } from '../../interface/deprecations.ts';

export type Confidence = 'high' | 'medium' | 'low';
export const RANK: Readonly<Record<Confidence, number>> = { high: 3, medium: 2, low: 1 };
export type Severity = 'warning' | 'error';

/** One thing that speaks for or against a finding. The weights stand in `judge/weights.ts`, all on one page. */
export type EvidenceCode =
  /** It is sent to the path of this service in `detail`. */
  | 'sent'
  /** A function or request that names the path in `detail` holds it. */
  | 'near'
  /** Names beside it that only this service has, that few others have, and that many have. */
  | 'own-names'
  | 'shared-names'
  | 'weak-names'
  /** It is called what it would be: `transferBody`, `createCustomer`. */
  | 'named'
  /** The file names this service in another place. */
  | 'file'
  /** Its name alone: no other service has it. */
  | 'unique-name'
  /** The whole path. */
  | 'whole-path'
  /** The end of the path; what stands before it isn't seen. */
  | 'part-of-path'
  | 'called'
  /** A host or a client of the config file. */
  | 'configured'
  /** Names beside it that this service doesn't have. */
  | 'foreign-names'
  /** It is called something else that has such a field. */
  | 'named-otherwise'
  /** The server's side of a route, or a mock of the service. */
  | 'route'
  /** Prose or a kind of file that only speaks of it. */
  | 'spoken-of'
  /** A data URL stands in its documents. */
  | 'data-url'
  /** Such evidence is worth no more, however much there is. */
  | 'limited';

export interface Evidence {
  readonly code: EvidenceCode;
  /** What it adds or takes; the sum decides the confidence. */
  readonly weight: number;
  /** Names or a path of the source; never a value. */
  readonly detail?: string;
}

/** Why `--fix` leaves a path. */
export type LeftReason =
  /** Not of confidence `high`, or a part of the path isn't seen. */
  | 'unsure'
  /** The file names this service in no other way. */
  | 'not-tied'
  /** A scanned file defines that route. */
  | 'own-route'
  /** Neither an outgoing call nor a documented request. */
  | 'not-a-call'
  /** A test, mock, log, recording, generated file, link or submodule. */
  | 'kind-of-file'
  /** The file was not as it was read, or can't be changed. */
  | 'changed';

/** One use of something that ends, before its date is held against the clock. */
export interface Hit {
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
  /** Stays the same when lines move: rule, path and what the line says. */
  readonly fingerprint: string;
  readonly fix?: { readonly start: number; readonly end: number; readonly text: string };
}

/** What a scan of one text is told. */
export interface ScanSettings {
  readonly asOf: string;
  readonly cutoff: string;
  /** Hosts and names of clients of the service, from the config file. */
  readonly hosts: readonly string[];
  readonly clients: readonly string[];
}
