// Findings that are known and left for later, identified by the text of the line. Moved lines and renamed folders stay
// known; a second identical use is new. Paths are relative to the baseline's own file.
import { dirname, relative, resolve, sep } from 'node:path';

import { parsedJson } from '../files/parsed-json.ts';
import type { Finding } from './model/finding.ts';

/** The fingerprints of known findings, each as often as it was found. */
export type Baseline = readonly string[];

/** Errors: a sentence for a person. */
export function parseBaseline(text: string): Baseline {
  const value = parsedJson(text);
  if (value === undefined) throw new Error('is not JSON');
  const { version, findings } = (value ?? {}) as { version?: unknown; findings?: unknown }; // checked next
  if (version !== 1 || !Array.isArray(findings)) throw new Error('is not a baseline of this version');
  return findings.map((one: Partial<Finding> | null) => String(one?.fingerprint));
}

/** The findings that the baseline does not have. */
export function newFindings(findings: readonly Finding[], baseline: Baseline): Finding[] {
  const left = new Map<string, number>();
  for (const fingerprint of baseline) left.set(fingerprint, (left.get(fingerprint) ?? 0) + 1);
  return findings.filter(({ fingerprint }) => {
    const count = left.get(fingerprint) ?? 0;
    left.set(fingerprint, count - 1);
    return count <= 0;
  });
}

/** Whether a text begins as {@link baselineText} does. */
export const isBaseline = (head: string): boolean => /^\s*\{\s*"version":\s*\d+,\s*"cutoff":/.test(head);

/** `file`: the path of the new baseline; `cwd`: the folder that the findings' paths are relative to. */
export function baselineText(
  findings: readonly Finding[],
  cutoff: string,
  { file, cwd }: { readonly file: string; readonly cwd: string },
): string {
  const folder = dirname(file);
  const fromFile = (path: string): string => relative(folder, resolve(cwd, path)).split(sep).join('/');
  const known = findings.map(({ rule, path, fingerprint }) => ({ rule, path: fromFile(path), fingerprint }));
  return `${JSON.stringify({ version: 1, cutoff, findings: known }, null, 2)}\n`;
}
