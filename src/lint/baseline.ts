// A baseline: findings that are known and left for later. Keyed by what the line says, not by where it stands, so that
// moved lines stay known and a second identical use is new. Its entries end with the cutoff.
import { isOver } from '../interface/cutoff.ts';
import type { Finding } from './finding.ts';

interface BaselineFile {
  readonly version: 1;
  readonly cutoff: string;
  readonly findings: readonly {
    readonly rule: string;
    readonly path: string;
    readonly fingerprint: string;
  }[];
}

export class Baseline {
  readonly #known: ReadonlySet<string>;

  private constructor(known: ReadonlySet<string>) {
    this.#known = known;
  }

  /** Errors: a sentence for a person. */
  static parse(text: string): Baseline {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new Error('is no JSON');
    }
    const { version, findings } = (value ?? {}) as Partial<BaselineFile>; // checked next
    if (version !== 1 || !Array.isArray(findings)) throw new Error('is no baseline of this version');
    return new Baseline(new Set(findings.map((one: { fingerprint?: unknown }) => String(one.fingerprint))));
  }

  /** What is new; everything, once the cutoff has passed. */
  without(findings: readonly Finding[], asOf: string, cutoff: string): Finding[] {
    if (isOver(asOf, cutoff)) return [...findings];
    return findings.filter(({ fingerprint }) => !this.#known.has(fingerprint));
  }
}

export function baselineText(findings: readonly Finding[], cutoff: string): string {
  const file: BaselineFile = {
    version: 1,
    cutoff,
    findings: findings.map(({ rule, path, fingerprint }) => ({ rule, path, fingerprint })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
