// Warnings of a file, one for each field and value, with how often and where first: a million rows give no million
// lines.
import type { PlanBody } from '../../approval/plan-format.ts';
import { OBJECTIONS } from '../../approval/plan-schema.ts';
import { plain } from '../../files/plain.ts';
import { type Message, packed } from '../../message.ts';
import type { OwnNames } from './own-names.ts';
import { VALUE_CHARS } from './row.ts';

/**
 * How grave warnings are, the gravest first. `trouble`: money may go out twice, or not at all. `compared`: with
 * earlier payments. `file`: the file says it. `firstPayment`: there is no earlier payment.
 */
const WEIGHTS = ['trouble', 'compared', 'file', 'firstPayment'] as const;
type Weight = (typeof WEIGHTS)[number];

export interface Warning {
  readonly weight: Weight;
  readonly field: string;
  readonly value: string;
  readonly message: Message;
  readonly firstLine: number;
  /** 1-based; 0 if it is not about one cell. */
  readonly column: number;
  /** Of `compared`: the entry of the earlier payment, or `null` for whatever the ledger had. */
  readonly entry?: number | null;
  /**
   * Of trouble: when the payment that it names came to be as it is, in milliseconds; without it, the file says it all.
   */
  readonly likeAt?: number;
  count: number;
}

const DISTINCT_LIMIT = 1_000;

export class Warnings {
  /** By their weight, each apart from the others: no number of them may keep one of another kind out. */
  readonly #byWeight = new Map(WEIGHTS.map((weight) => [weight, new Map<string, Warning>()]));
  #names: OwnNames | undefined;
  /** The encoding that the import profile names; `undefined` for UTF-8 and UTF-16. */
  encoding: string | undefined;
  /** All warnings, and those beyond the limit of distinct ones. */
  count = 0;
  overflow = 0;

  /** Known once the header is read. */
  begin(names: OwnNames, encoding: string | undefined): void {
    this.#names = names;
    this.encoding = encoding?.startsWith('utf-') === true ? undefined : encoding;
  }

  /** A field in the words of the file. */
  placeOf(field: string): { readonly field: string; readonly column: number } {
    return { field: this.#names?.nameOf(field) ?? field, column: this.#names?.columnOf(field) ?? 0 };
  }

  /** `message` is asked for only when the field and value are new: finding a suggestion costs more than the row. */
  add(line: number, field: string, value: string, message: () => Message): void {
    this.#put('file', `${field}\0${value}`, line, field, value, message);
  }

  /**
   * As `add`, of what was compared with earlier payments: `entry` is the last of them, 0 for none, `null` for several.
   */
  compared(line: number, field: string, value: string, message: Message, entry: number | null): void {
    const weight = entry === 0 ? 'firstPayment' : 'compared';
    const key = `${field}\0${value}\0${packed(message)}`;
    this.#put(weight, key, line, field, value, () => message, { entry });
  }

  /**
   * As `add`, if money may go out twice, or not at all. `field`: empty for the file as a whole; `like`: the earlier
   * payment that it names.
   */
  trouble(
    line: number,
    field: string,
    value: string,
    message: () => Message,
    like?: { readonly updatedAt: Date },
  ): void {
    const when = like ? { entry: null, likeAt: like.updatedAt.getTime() } : {};
    this.#put('trouble', `${field}\0${value}`, line, field, value, message, when);
  }

  #put(
    weight: Weight,
    key: string,
    firstLine: number,
    field: string,
    value: string,
    message: () => Message,
    more: Pick<Warning, 'entry' | 'likeAt'> = {},
  ): void {
    this.count++;
    const among = this.#byWeight.get(weight);
    const known = among?.get(key);
    if (known) known.count++;
    else if (among && among.size >= DISTINCT_LIMIT) this.overflow++;
    else
      among?.set(key, {
        ...{ weight, ...this.placeOf(field), value, message: message(), firstLine, ...more, count: 1 },
      });
  }

  /** The gravest first: only so many are shown. */
  list(): readonly Warning[] {
    return [...this.#byWeight.values()].flatMap((those) => [...those.values()]);
  }
}

export const isGrave = ({ weight }: Warning): boolean => weight === 'trouble' || weight === 'compared';

/** Warnings as a plan keeps them for the people who sign it, and a run for its report: all are counted. */
export type KeptWarnings = PlanBody['warnings'];

/** `overflow`: warnings that nobody has kept. */
export function keptWarnings(warnings: readonly Warning[], overflow: number): KeptWarnings {
  const first = warnings.slice(0, OBJECTIONS).map(({ firstLine, field, value, message, count }) => ({
    ...{ line: firstLine, field, value: plain(value, VALUE_CHARS), message },
    ...(count > 1 && { rows: count }),
  }));
  return { count: warnings.length + overflow, first };
}
