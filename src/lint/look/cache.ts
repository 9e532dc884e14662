// What an earlier run learned of files, so that this one needn't read them. Of a file that has changed in any way, or for
// which other files say something else, it knows nothing. Dates are no part of it: how bad a finding is, and until when it was taken, is told anew.
import { statSync } from 'node:fs';

import { type RuleId, ruleOf, type When } from '../../interface/rules.ts';
import type { BasesIn } from '../calls/addresses.ts';
import { stampOf } from '../files/stamp.ts';
import type { Finding } from '../model/finding.ts';
import { severityOf, whenOf } from '../scan/severity.ts';
import type { Job, Looked, Said, Seen } from './look.ts';

/** A file looked at: the stamp that it had, and what came of it; likewise of the second look, under what others said. */
interface Known {
  readonly stamp: string;
  readonly first: Looked;
  again?: { readonly said: string; readonly looked: Looked };
  /** Base addresses that it names; `null`: none. */
  bases?: BasesIn | null;
  /** Names that it holds none of. */
  lacks?: string;
}

export interface Clock {
  readonly asOf: string;
  readonly cutoff: string;
}

/** More than this is more than a run is worth. */
const MAX_FILES = 200_000;

export class Cache {
  readonly #known: Map<string, Known>;
  readonly #clock: Clock;
  /** Files of this run whose stamp is what it was. */
  readonly #same = new Set<string>();
  readonly #used = new Set<string>();
  #changed = false;

  /** `text`: as {@link Cache.text} made it; anything else is an empty cache. */
  constructor(text: string | undefined, clock: Clock) {
    this.#clock = clock;
    this.#known = new Map(text === undefined ? [] : (JSON.parse(text) as [string, Known][])); // its own, by its sum
  }

  /** `undefined`: the file has to be looked at. */
  get({ file, said }: Job): Looked | undefined {
    const known = this.#known.get(file);
    if (!known || !this.#isSame(file, known)) return undefined;
    if (said === undefined) return this.#today(known.first);
    return known.again?.said === textOf(said) ? this.#today(known.again.looked) : undefined;
  }

  /** A file's base addresses; `read`, where nothing is known of them. */
  basesOf(file: string, read: () => BasesIn | undefined): BasesIn | undefined {
    const known = this.#known.get(file);
    if (!known || !this.#isSame(file, known)) return read();
    if (known.bases === undefined) {
      known.bases = read() ?? null;
      this.#changed = true;
    }
    return known.bases ?? undefined;
  }

  /** What `read` gives of a file that holds one of some names; nothing, where it is known to hold none. */
  holding(file: string, names: string, read: () => string | undefined): string | undefined {
    const known = this.#known.get(file);
    if (!known || !this.#isSame(file, known)) return read();
    if (known.lacks === names) return undefined;
    const text = read();
    if (text === undefined) {
      known.lacks = names;
      this.#changed = true;
    }
    return text;
  }

  add({ file, said }: Job, { stamp, looked }: Seen): void {
    this.#used.add(file);
    const known = this.#known.get(file);
    if (said === undefined) {
      if (known) this.#changed = true;
      if (known) this.#known.delete(file);
      if (stamp === '' || looked.kind === 'skipped' || looked.kind === 'unreadable') return;
      this.#known.set(file, { stamp, first: looked });
    } else if (known?.stamp === stamp && looked.kind === 'scanned') {
      known.again = { said: textOf(said), looked };
    } else return;
    this.#changed = true;
  }

  /** What to keep, where it is more or less than was known. Files that this run didn't meet give way first. */
  text(): string | undefined {
    if (!this.#changed) return undefined;
    const all = [...this.#known];
    const met = all.filter(([file]) => this.#used.has(file));
    const others = all.filter(([file]) => !this.#used.has(file));
    return JSON.stringify([...met, ...others].slice(0, MAX_FILES));
  }

  #isSame(file: string, { stamp }: Known): boolean {
    this.#used.add(file);
    if (this.#same.has(file)) return true;
    let now = '';
    try {
      const stats = statSync(file);
      now = stats.isFile() ? stampOf(stats) : '';
    } catch {
      // gone, or not to be reached: it will be said when it is looked at
    }
    if (now !== stamp) return false;
    this.#same.add(file);
    return true;
  }

  #today(looked: Looked): Looked {
    if (looked.kind !== 'scanned' || looked.scanned.findings.length === 0) return looked;
    const findings = looked.scanned.findings.map((finding): Finding => ({
      ...finding,
      severity: this.#severity(finding.rule),
      message: ruleOf(finding.rule).message(finding.field, finding, this.#when(finding.rule)),
    }));
    return { ...looked, scanned: { ...looked.scanned, findings } };
  }

  #when(rule: RuleId): When {
    return whenOf(ruleOf(rule).end, this.#clock);
  }

  #severity(rule: RuleId): Finding['severity'] {
    return severityOf(ruleOf(rule).end, this.#clock.asOf, this.#clock.cutoff);
  }
}

const textOf = ({ neighbour, urls, told, papersAlone, ...rest }: Said): string => {
  // Whatever is said of a file decides about its findings: a member that isn't kept here must not compile.
  rest satisfies Record<string, never>;
  return JSON.stringify([neighbour, urls, told ?? null, papersAlone ?? false]);
};
