// An earlier report, as --format json wrote it, and the folder that a report was made in.
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { dayOf } from '../interface/cutoff.ts';
import { isRuleId, type RuleId } from '../interface/rules.ts';

/** A finding as a report holds it. */
export interface KnownFinding {
  readonly rule: RuleId;
  readonly path: string;
  readonly fingerprint: string;
}

export interface EarlierReport {
  readonly asOf: string;
  /** What it looked at; empty in a report of lint, which doesn't say it. */
  readonly paths: readonly string[];
  readonly findings: readonly KnownFinding[];
}

export type Parsed =
  { readonly ok: true; readonly report: EarlierReport } | { readonly ok: false; readonly why: string };

const NOT_A_REPORT: Parsed = { ok: false, why: 'is not a report of audit or lint (--format json)' };
const UNRELATED: Parsed = {
  ok: false,
  why: "that report looked at other paths, or was made in another folder: the two can't be compared",
};

/** Errors are sentences for a person. `cwd`: where this audit runs; `paths`: what it looks at, absolute. Paths of the report are absolute then. */
export function parseReport(text: string, cwd: string, paths: readonly string[]): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return NOT_A_REPORT;
  }
  if (typeof value !== 'object' || value === null) return NOT_A_REPORT;
  const { asOf, findings, paths: looked, folder, repository } = value as Record<string, unknown>; // an object
  if (typeof asOf !== 'string' || dayOf(asOf) === undefined || !Array.isArray(findings)) return NOT_A_REPORT;
  const known = findings.map(findingOf);
  if (known.some((one) => one === undefined))
    return { ok: false, why: 'has findings without a fingerprint: it was written by an earlier version' };
  const now = workplaceOf(cwd);
  const isHere = folder === now.folder && (repository === null) === (now.repository === null);
  if (typeof folder === 'string' && !isHere) return UNRELATED;
  const found = known.flatMap((one) => (one ? [{ ...one, path: resolve(cwd, one.path) }] : []));
  // A report of lint doesn't say what it looked at: only what it found under these paths is compared.
  if (!Array.isArray(looked))
    return { ok: true, report: { asOf, paths: [], findings: within(paths, found) } };
  const then = looked.filter((one) => typeof one === 'string').map((path) => resolve(cwd, path));
  const meets = then.some((path) => paths.some((one) => isUnder(path, one) || isUnder(one, path)));
  return meets ? { ok: true, report: { asOf, paths: then, findings: found } } : UNRELATED;
}

function findingOf(value: unknown): KnownFinding | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { rule, path, fingerprint } = value as Record<string, unknown>; // an object
  if (typeof rule !== 'string' || !isRuleId(rule)) return undefined;
  return typeof path === 'string' && typeof fingerprint === 'string'
    ? { rule, path, fingerprint }
    : undefined;
}

/** Where an audit was made: names of folders, never a path on somebody's machine. */
export interface Workplace {
  /** The working directory: from the repository's root on, else its own name. */
  readonly folder: string;
  /** The name of the repository; `null` outside of one. */
  readonly repository: string | null;
}

export function workplaceOf(cwd: string): Workplace {
  const nameOf = (folder: string): string => basename(folder) || 'root';
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return { folder: toldPath(at, cwd), repository: nameOf(at) };
    if (dirname(at) === at) return { folder: nameOf(cwd), repository: null };
  }
}

/** A path as people see it: relative to the folder; "." is the folder itself. */
export const toldPath = (folder: string, path: string): string =>
  relative(folder, resolve(folder, path)).split(sep).join('/') || '.';

const isUnder = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);

/** Of absolute paths: what lies under one of these. */
export const within = (paths: readonly string[], all: readonly KnownFinding[]): KnownFinding[] =>
  all.filter(({ path }) => paths.some((root) => isUnder(path, root)));
