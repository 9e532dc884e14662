// Warnings of a file: one for each field and value, with its count and its first line. A million rows do not give a
// million lines.
import type { PlanBody } from '../../approval/plan-format.ts';
import { OBJECTIONS } from '../../approval/plan-schema.ts';
import type { Header } from '../../csv/header.ts';
import { plain } from '../../files/plain.ts';
import { type Message, packed } from '../../message.ts';
import { columnInFile, nameInFile } from './own-names.ts';
import { VALUE_CHARS } from './row.ts';

/**
 * The gravest first. `trouble`: a payment may be made twice, or not at all. `compared`: differs from earlier payments.
 * `file`: about the file alone. `firstPayment`: the first payment to an account.
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
  /** Of `compared`: the entry of the earlier payment; `null` for several payments. */
  readonly entry?: number | null;
  /** Of `trouble`: when the state of the earlier payment changed, in milliseconds; none without such a payment. */
  readonly likeAt?: number;
  count: number;
}

type WarningFacts = Partial<Pick<Warning, 'weight' | 'entry' | 'likeAt'>>;

const DISTINCT_LIMIT = 1_000;

export class Warnings {
  /** By their weight: many warnings of one kind must not displace those of another. */
  readonly #byWeight = new Map(WEIGHTS.map((weight) => [weight, new Map<string, Warning>()]));
  #header: Header | undefined;
  /** The encoding that the import profile names; `undefined` for UTF-8 and UTF-16. */
  encoding: string | undefined;
  /** All warnings, and those beyond the limit. */
  count = 0;
  overflow = 0;

  /** Known once the header is read. */
  begin(header: Header, encoding: string | undefined): void {
    this.#header = header;
    this.encoding = encoding?.startsWith('utf-') === true ? undefined : encoding;
  }

  /** A field in the words of the file. */
  placeOf(field: string): { readonly field: string; readonly column: number } {
    const header = this.#header;
    if (!header) return { field, column: 0 };
    return { field: nameInFile(header, field), column: columnInFile(header, field) };
  }

  /**
   * `field`: empty for the file as a whole. `message` is called only for a new field and value: to find a suggestion
   * takes longer than to read the row.
   */
  add(line: number, field: string, value: string, message: () => Message, more: WarningFacts = {}): void {
    this.#put(`${field}\0${value}`, line, field, value, message, more);
  }

  /** A deviation from earlier payments. `entry`: the last of them, 0 for none, `null` for several. */
  compared(line: number, field: string, value: string, message: Message, entry: number | null): void {
    const weight = entry === 0 ? 'firstPayment' : 'compared';
    const key = `${field}\0${value}\0${packed(message)}`;
    this.#put(key, line, field, value, () => message, { weight, entry });
  }

  #put(
    key: string,
    firstLine: number,
    field: string,
    value: string,
    message: () => Message,
    { weight = 'file', ...more }: WarningFacts,
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

  /** The gravest first, since only the first ones are shown. */
  list(): readonly Warning[] {
    return [...this.#byWeight.values()].flatMap((those) => [...those.values()]);
  }
}

export const isGrave = ({ weight }: Warning): boolean => weight === 'trouble' || weight === 'compared';

/** Warnings as plans and runs keep them, for signers and reports. All are counted. */
export type KeptWarnings = PlanBody['warnings'];

/** `overflow`: warnings beyond the limit. */
export function keptWarnings(warnings: readonly Warning[], overflow: number): KeptWarnings {
  const first = warnings.slice(0, OBJECTIONS).map(({ firstLine, field, value, message, count }) => ({
    ...{ line: firstLine, field, value: plain(value, VALUE_CHARS), message },
    ...(count > 1 && { rows: count }),
  }));
  return { count: warnings.length + overflow, first };
}
