// A second implementation of the contract's rules on duplicates (DECISIONS 10), as close to their text as possible.
// From a list of payments it decides the status of each row of a file. It shares no code with the product.
const DAY_MS = 86_400_000;

export interface ModelRow {
  /** Empty: the file has no references. */
  readonly reference: string;
  readonly amount: string;
  readonly account: string;
  readonly memo: string;
}

export interface ModelFile {
  readonly rows: readonly ModelRow[];
  /** The content of the file. A retry file differs from its original. */
  readonly text: string;
  /** A retry file has the batch and the keys of the file that it came from. */
  readonly batch: string;
  readonly keys: readonly string[];
}

export type Sent = 'created' | 'rejected' | 'in_doubt';

interface Payment {
  readonly key: string;
  readonly row: ModelRow;
  readonly batch: string;
  readonly text: string;
  readonly state: Sent;
  readonly atMs: number;
  readonly wasInDoubt: boolean;
}

/** `status`: `send`, or that of a row that is not sent. `isRecent`: the row counts towards an export made anew. */
interface Verdict {
  readonly status: string;
  readonly isRecent?: boolean;
}

export const NAMED = 'named';
const HELD = 'not_sent/alike';

const targetOf = ({ amount, account }: ModelRow): string => `${Number(amount)} ${account}`;
const contentOf = (row: ModelRow): string => `${targetOf(row)} ${row.memo}`;
const folded = (reference: string): string => reference.toLowerCase().replaceAll(' ', '').replace(/^0+/, '');

/** The key of a row is its reference, else its batch, content and ordinal among equal rows. */
export function keysOf(rows: readonly ModelRow[], batch: string): string[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    if (row.reference !== '') return row.reference;
    const name = `${batch} ${contentOf(row)}`;
    const ordinal = (counts.get(name) ?? 0) + 1;
    counts.set(name, ordinal);
    return `${name} ${ordinal}`;
  });
}

export class RulesModel {
  readonly #payments = new Map<string, Payment>();

  /** Returns the status of each row. Each call of `sends` gives the outcome of the next row that is sent. */
  run(file: ModelFile, nowMs: number, alikeOk: boolean, sends: () => Sent): string[] {
    const verdicts = file.rows.map((row, at) =>
      this.#judge(row, file.keys[at] ?? '', { file, nowMs, alikeOk }),
    );
    const recent = verdicts.filter(({ isRecent }) => isRecent).length;
    const isAnew = recent > 0 && recent * 2 >= verdicts.length;
    return verdicts.map(({ status, isRecent }, at) => {
      if (status !== 'send') return status;
      if (isRecent && isAnew) return HELD;
      const [row, key] = [file.rows[at], file.keys[at]];
      if (!row || key === undefined) throw new Error('a row without a key');
      const state = sends();
      const wasInDoubt = state === 'in_doubt' || this.#payments.get(key)?.wasInDoubt === true;
      this.#payments.set(key, {
        key,
        row,
        state,
        wasInDoubt,
        atMs: nowMs,
        batch: file.batch,
        text: file.text,
      });
      return state;
    });
  }

  /** A person resolves a row in doubt. */
  resolve(key: string, as: 'created' | 'not-created', nowMs: number): void {
    const doubt = this.#payments.get(key);
    if (doubt?.state !== 'in_doubt') throw new Error(`${key} is not in doubt`);
    this.#payments.set(key, { ...doubt, atMs: nowMs, state: as === 'created' ? 'created' : 'rejected' });
  }

  get doubts(): string[] {
    return [...this.#payments.values()].filter(({ state }) => state === 'in_doubt').map(({ key }) => key);
  }

  #judge(
    row: ModelRow,
    key: string,
    { file, nowMs, alikeOk }: { readonly file: ModelFile; readonly nowMs: number; readonly alikeOk: boolean },
  ): Verdict {
    const others = [...this.#payments.values()].filter((one) => one.state !== 'rejected' && one.key !== key);
    const isWithin = ({ atMs }: Payment, days: number): boolean => nowMs - atMs <= days * DAY_MS;
    const apart = others.filter((one) => !isOfSameFile(one, row, file));
    // Equal rows without references in one batch differ by their ordinals.
    const isCounted = (one: Payment): boolean =>
      one.row.reference === '' && row.reference === '' && one.batch === file.batch;
    const equal = apart.filter((one) => contentOf(one.row) === contentOf(row) && !isCounted(one));
    const hasBoth = (one: Payment): boolean => one.row.reference !== '' && row.reference !== '';
    // Every row of the file counts, whatever becomes of it.
    const isRecent = equal.some((one) => hasBoth(one) && isWithin(one, 3));
    // Rule 1.
    const known = this.#payments.get(key);
    if (known?.state === 'in_doubt') return { status: 'in_doubt', isRecent };
    if (known?.state === 'created') {
      if (contentOf(known.row) !== contentOf(row)) return { status: 'invalid/reference_used', isRecent };
      return { status: known.batch === file.batch ? 'created' : 'duplicate', isRecent };
    }
    const isLike = ({ row: { reference } }: Payment): boolean =>
      reference !== '' && folded(reference) === folded(row.reference);
    if (row.reference !== '' && others.some(isLike)) return { status: 'invalid/reference_like', isRecent };
    // Rule 2.
    if (alikeOk) return { status: 'send' };
    const isHeld =
      equal.some((one) => !hasBoth(one) && (one.state === 'in_doubt' || isWithin(one, 30))) ||
      apart.some(
        (one) =>
          targetOf(one.row) === targetOf(row) &&
          (one.state === 'in_doubt' || (one.wasInDoubt && isWithin(one, 30))),
      );
    return { status: isHeld ? HELD : 'send', isRecent };
  }
}

/**
 * Rows of one file are separate payments, and a file and its retry files are one batch. Two files may share a named
 * batch, so their content is compared.
 */
function isOfSameFile({ batch, text, row: { reference } }: Payment, row: ModelRow, file: ModelFile): boolean {
  if ((reference === '') !== (row.reference === '')) return false;
  if (batch !== file.batch) return false;
  return batch !== NAMED || text === file.text;
}
