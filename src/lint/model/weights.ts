// How much each piece of evidence weighs, on one page. The sum of the evidence decides the confidence.
import type { Deprecation } from '../../interface/deprecations.ts';
import type { Span } from './facts.ts';

export type Confidence = 'high' | 'medium' | 'low';
export const RANK: Readonly<Record<Confidence, number>> = { high: 3, medium: 2, low: 1 };

const WEIGHTS = {
  /** It is sent to the path that takes it (a transfer or quote, a customer, a document). */
  sent: 4,
  /** A function or request around it names that path. */
  near: 2,
  /** Names in the same object, each: only this service has it, few others have it, many have it. */
  'own-names': 3,
  'shared-names': 2,
  'weak-names': 1,
  /** Its variable or type has a name such as "transfer". */
  named: 1,
  /** The file names this service: a host, a client, a path, or a name that only it has. */
  file: 1,
  /** A host or client of the config file. */
  configured: 1,
  /** A removed name that no other interface has. */
  'unique-name': 5,
  /** Paths: the whole of one, or its end. */
  'whole-path': 4,
  'part-of-path': 2,
  called: 1,
  /** A name in the same object that this service does not have. */
  'foreign-names': -2,
  /** Its name is another thing that has such a field. */
  'named-otherwise': -3,
  /** The server's side. */
  route: -2,
  mentioned: -3,
  /** As much as it takes to come down to a limit (`Scale.limit`). */
  limited: 0,
} as const;

export type EvidenceCode = keyof typeof WEIGHTS;

export interface Evidence {
  readonly code: EvidenceCode;
  /** What it adds or takes. */
  readonly weight: number;
  /** Names or a path of the source; never a value. */
  readonly detail?: string;
}

/** However many names of one kind there are, they are worth no more than this. */
const MOST: Readonly<Partial<Record<EvidenceCode, number>>> = {
  'own-names': 6,
  'shared-names': 4,
  'weak-names': 2,
  'foreign-names': -4,
};

export const HIGH = 5;
export const MEDIUM = 3;
const LOW = 1;

export function confidenceOf(points: number): Confidence | undefined {
  if (points >= HIGH) return 'high';
  if (points >= MEDIUM) return 'medium';
  return points >= LOW ? 'low' : undefined;
}

/** The most points of a use that may have no higher confidence than this. */
const LIMITS: Readonly<Record<'medium' | 'low' | 'none', number>> = {
  medium: HIGH - 1,
  low: MEDIUM - 1,
  none: LOW - 1,
};

/** Evidence as it is gathered, and its sum. */
export class Scale {
  readonly #evidence: Evidence[] = [];
  #most = Infinity;

  add(code: EvidenceCode, detail?: string): void {
    this.#evidence.push({ code, weight: WEIGHTS[code], ...(detail !== undefined && { detail }) });
  }

  /** Evidence that the text has such a word, with the word. */
  addMatch(code: EvidenceCode, pattern: RegExp, text: string): void {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) this.add(code, found.trim());
  }

  /** One piece of evidence for all these names. */
  addNames(code: EvidenceCode, names: readonly string[]): void {
    if (names.length === 0) return;
    const sum = WEIGHTS[code] * names.length;
    const most = MOST[code] ?? Infinity;
    const weight = sum < 0 ? Math.max(sum, most) : Math.min(sum, most);
    this.#evidence.push({ code, weight, detail: names.join(', ') });
  }

  /** The highest confidence that it may have, whatever other evidence there is. */
  limit(most: keyof typeof LIMITS): void {
    this.#most = Math.min(this.#most, LIMITS[most]);
  }

  get #sum(): number {
    return this.#evidence.reduce((all, { weight }) => all + weight, 0);
  }

  get points(): number {
    return Math.min(this.#sum, this.#most);
  }

  /** Its weights add up to the points. */
  get evidence(): readonly Evidence[] {
    const over = this.#sum - this.#most;
    return over > 0 ? [...this.#evidence, { code: 'limited', weight: -over }] : [...this.#evidence];
  }

  /** The weighed use; none if there is too little evidence. */
  uses(entry: Deprecation, { start, end }: Span, field: string) {
    const confidence = confidenceOf(this.points);
    return confidence ? [{ entry, confidence, start, end, field, evidence: this.evidence }] : [];
  }
}
