// What the linter finds, and what it is told.
import type { Deprecation, RuleId } from '../../interface/deprecations.ts';

export { MISSING_STATEMENTS } from '../../interface/deprecations.ts';

export type Confidence = 'high' | 'medium' | 'low';
export const RANK: Readonly<Record<Confidence, number>> = { high: 3, medium: 2, low: 1 };
export type Severity = 'warning' | 'error';

/**
 * Why a sure call of a path may still be somebody else's: `origin`, it names no host, and may go to the server that its page or
 * test came from; `base`, what stands before the path is not seen (`named`: by a variable that names
 * somebody; `client`: it is called on something that does), and nothing beside it speaks of this service; `said`, so it is in a document, which speaks of
 * nothing else of this service.
 */
export type Untied = 'origin' | 'page' | 'base' | 'said' | `named:${string}` | `client:${string}`;

/** Whose something is, by one name, and all words that may say the same. */
export interface Owned {
  readonly name: string;
  readonly words: readonly string[];
}

/** One use of something that ends, before its date is held against the clock. */
export interface Hit {
  readonly entry: Deprecation;
  readonly confidence: Confidence;
  /** Character offsets in the file's text. */
  readonly start: number;
  readonly end: number;
  /** The field, document type or path as it is used. */
  readonly field: string;
  /** Why it was decided so, a few words each. */
  readonly evidence: readonly string[];
  /** Why --fix leaves a path: a clause of its own. */
  readonly left?: string | undefined;
  /** A replacement of part of the text that is safe to make. */
  readonly fix?: { readonly start: number; readonly end: number; readonly text: string } | undefined;
  /** Of a sure call that nothing ties to this service. */
  readonly untied?: Untied;
  /** Of one that is tied to it: whose the address or the client is, by its name. */
  readonly on?: string;
  /** Of one that isn't: whose it is by its name, or by where it stands. */
  readonly whose?: Owned;
  /** Of one that its address doesn't tie: resources of this service that the file names. A tree that has them all may be called. */
  readonly loose?: readonly string[];
  /** Of one whose address is of one's own network, or is called so: where the tree has the route, that is called. */
  readonly inside?: boolean;
  /** Something speaks against its being of this service. */
  readonly doubted?: boolean;
  /** Which of a transfer's two calls it is sent in, where that is seen. */
  readonly call?: 'transfer' | 'quote' | undefined;
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
  readonly message: string;
  readonly field: string;
  readonly replacement: string | null;
  readonly fixable: boolean;
  readonly evidence: readonly string[];
  /** Why --fix leaves a path, told apart from why it is found; `null` where it changes it, and of other rules. */
  readonly left: string | null;
  /** The line of the source, values masked; for people. */
  readonly source: string;
  /** Stays the same when lines move: rule, path and what the line says. */
  readonly fingerprint: string;
  readonly fix?: Fix;
  /** All as of its hit. */
  readonly untied?: Untied;
  readonly on?: string;
  readonly whose?: Owned;
  readonly loose?: readonly string[];
  readonly inside?: boolean;
  readonly doubted?: boolean;
  readonly call?: Hit['call'];
}

/** A change of the text whose SHA-256 is `of`: of any other, nothing is known. */
export interface Fix {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly of: string;
}

/** A path that a test names, from `current-tenant` on; 1-based. */
export interface Held {
  readonly line: number;
  readonly tail: string;
}

/** A file that was not looked at whole, and why. */
export interface Unread {
  readonly path: string;
  readonly why: string;
  /** Some of it was read, and what was found there is told. */
  readonly partly?: true;
}

/** Uses at a host that `lint.hosts` doesn't name, which are not told of; where the first of them stands. */
export interface HostAside {
  readonly host: string;
  readonly count: number;
  readonly path: string;
  readonly line: number;
}

export interface Report {
  readonly asOf: string;
  readonly cutoff: string;
  readonly daysLeft: number;
  readonly filesScanned: number;
  /** Reason -> how many files were passed over for it. */
  readonly skipped: ReadonlyMap<string, number>;
  readonly unreadable: readonly Unread[];
  readonly findings: readonly Finding[];
  readonly suppressed: number;
  /** Findings of rules that are switched off, or not asked for. */
  readonly off: number;
  /** Both: nobody is told of them, and they stop working all the same. */
  readonly leftOut: readonly Finding[];
  readonly baselined: number;
  /** What tests name, also of files that were looked at for other files' sake. */
  readonly held: readonly (Held & { readonly path: string })[];
  /** Less sure than what is asked for: not told of. */
  readonly unshown: readonly Finding[];
  /** Suppressions that are wrong or suppress nothing. */
  readonly notes: readonly { readonly path: string; readonly line: number; readonly message: string }[];
  readonly hostsAside: readonly HostAside[];
  /** Of the files that were asked for, those that were looked at; absolute. */
  readonly read: ReadonlySet<string>;
  /** Of files in which something is to be changed, by their paths: what was found without other files' word. */
  readonly alone: ReadonlyMap<string, readonly Finding[]>;
}
