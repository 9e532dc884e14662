// What is known of an earlier report. Types only.
import type { RuleId } from '../interface/rules.ts';

export interface Place {
  /** The working directory: paths are relative to it. */
  readonly folder: string;
  /** The repository's, if it lies in one: a checkout elsewhere has the same files. */
  readonly root: string | null;
}

/** The same as a report tells it, which others read: nothing of it says where on a machine that is. */
export interface Whereabouts {
  /** By names, from the repository's on; outside of one, its own name. */
  readonly folder: string;
  readonly repository: string | null;
  /** Hashes of its path and of all folders above it, from the top. */
  readonly place: readonly string[];
}

/** A finding as a report holds it. */
export interface KnownFinding {
  readonly rule: RuleId;
  readonly path: string;
  readonly fingerprint: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly field?: string | undefined;
}

export interface EarlierReport {
  readonly asOf: string;
  /** Where it was made; `undefined` where it doesn't say. */
  readonly place?: Place | undefined;
  /** The same in a report that names no place. */
  readonly whereabouts?: Whereabouts | undefined;
  /** What it looked at; empty where it doesn't say. */
  readonly paths: readonly string[];
  readonly findings: readonly KnownFinding[];
}
