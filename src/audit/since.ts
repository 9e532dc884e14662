// An earlier report, as --format json wrote it, back into what a trend needs. Errors: a sentence for a person.
import { isAbsolute } from 'node:path';

import { dayOf } from '../interface/cutoff.ts';
import { isRuleId } from '../interface/rules.ts';
import type { EarlierReport, KnownFinding } from './earlier.ts';

export type Parsed =
  { readonly ok: true; readonly report: EarlierReport } | { readonly ok: false; readonly why: string };

const NOT_A_REPORT: Parsed = { ok: false, why: 'is not a report of audit or lint (--format json)' };

export function parseReport(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return NOT_A_REPORT;
  }
  if (typeof value !== 'object' || value === null) return NOT_A_REPORT;
  const { asOf, findings, paths, folder, repository, place: hashes } = value as Record<string, unknown>; // an object
  if (typeof asOf !== 'string' || dayOf(asOf) === undefined || !Array.isArray(findings)) return NOT_A_REPORT;
  const known = findings.map(findingOf);
  if (known.some((one) => one === undefined))
    return { ok: false, why: 'has findings without a fingerprint: it was written by an earlier version' };
  const looked = Array.isArray(paths) ? paths.filter((one) => typeof one === 'string') : [];
  const root = typeof repository === 'string' ? repository : null;
  const place = typeof folder === 'string' && isAbsolute(folder) ? { folder, root } : undefined;
  const names = Array.isArray(hashes) ? hashes.filter((one) => typeof one === 'string') : [];
  const whereabouts =
    typeof folder === 'string' && !place ? { folder, repository: root, place: names } : undefined;
  const report = {
    asOf,
    place,
    whereabouts,
    paths: looked,
    findings: known.filter((one) => one !== undefined),
  };
  return { ok: true, report };
}

function findingOf(value: unknown): KnownFinding | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { rule, path, fingerprint, line, column, field } = value as Record<string, unknown>; // an object
  if (typeof rule !== 'string' || !isRuleId(rule)) return undefined;
  if (typeof path !== 'string' || typeof fingerprint !== 'string') return undefined;
  return {
    ...{ rule, path, fingerprint },
    line: typeof line === 'number' ? line : undefined,
    column: typeof column === 'number' ? column : undefined,
    field: typeof field === 'string' ? field : undefined,
  };
}
