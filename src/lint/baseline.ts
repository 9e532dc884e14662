// Findings that are known and left for later, identified by the text of the line. Moved lines and renamed folders stay
// known; a second identical use is new. Paths are relative to the baseline's own file.
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

import type { Finding } from './model/finding.ts';

/** One that is known. */
export interface Known {
  readonly rule: string;
  readonly path: string;
  readonly fingerprint: string;
}

export class Baseline {
  /** With absolute paths. */
  readonly #entries: readonly Known[];

  private constructor(entries: readonly Known[]) {
    this.#entries = entries;
  }

  /** `file`: its own absolute path. Errors: a sentence for a person. */
  static parse(text: string, file: string): Baseline {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new Error('is not JSON');
    }
    const { version, findings } = (value ?? {}) as { version?: unknown; findings?: unknown }; // checked next
    if (version !== 1 || !Array.isArray(findings)) throw new Error('is not a baseline of this version');
    const folder = dirname(file);
    return new Baseline(findings.filter(isKnown).map((one) => ({ ...one, path: resolve(folder, one.path) })));
  }

  /** Entries that a run over `paths` (absolute) for some of the rules does not cover. */
  outside(paths: readonly string[], isOff: (rule: string) => boolean): Known[] {
    return this.#entries.filter(({ rule, path }) => isOff(rule) || !paths.some((one) => isBelow(one, path)));
  }

  /** What is new. */
  without(findings: readonly Finding[]): Finding[] {
    const left = new Map<string, number>();
    for (const { fingerprint } of this.#entries) left.set(fingerprint, (left.get(fingerprint) ?? 0) + 1);
    return findings.filter(({ fingerprint }) => {
      const count = left.get(fingerprint) ?? 0;
      left.set(fingerprint, count - 1);
      return count <= 0;
    });
  }
}

function isKnown(value: unknown): value is Known {
  const { rule, path, fingerprint } = (value ?? {}) as Partial<Known>; // checked next
  return [rule, path, fingerprint].every((one) => typeof one === 'string');
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Whether a text begins as {@link baselineText} does. */
export const isBaseline = (head: string): boolean => /^\s*\{\s*"version":\s*\d+,\s*"cutoff":/.test(head);

/** `file`: the path of the new baseline; `cwd`: the folder that the findings' paths are relative to. */
export function baselineText(
  findings: readonly Known[],
  cutoff: string,
  { file, cwd }: { readonly file: string; readonly cwd: string },
): string {
  const folder = dirname(file);
  const fromFile = (path: string): string => relative(folder, resolve(cwd, path)).split(sep).join('/');
  const known = findings.map(({ rule, path, fingerprint }) => ({ rule, path: fromFile(path), fingerprint }));
  return `${JSON.stringify({ version: 1, cutoff, findings: known }, null, 2)}\n`;
}
