// What a statement proves about rows that may have been paid. Pure: rows and lines in, verdicts out.
//
// The strongest evidence comes first. It proves a row only if it joins that row to one line, and that line to no other
// payment of the ledger (`owners`). A line that is joined to a row is not used at a weaker level.
import { canonicalDecimal } from '../../interface/decimal.ts';
import { isInWindow, type StatementLine, type TimeSpan } from './statement.ts';

/** A row as it was sent. */
export interface StatementRow {
  readonly key: string;
  /** The service's id of it; an id of a row in doubt comes from a response. */
  readonly createdId: string | null;
  /** The tag at the end of its memo; empty for none. */
  readonly tag: string;
  readonly memo: string;
  readonly reference: string;
  readonly account: string;
  readonly amount: string;
  readonly currency: string;
  readonly attempts: readonly TimeSpan[];
}

/** A field in which a line can contradict a row. */
export type ComparedField = 'account' | 'amount' | 'currency';

/** `payment`: account, amount, currency and time. `account`: account and time, which prove nothing. */
export type LineEvidence = 'id' | 'tag' | 'reference' | 'payment' | 'account';
const STRONGEST_FIRST: readonly LineEvidence[] = ['id', 'tag', 'reference', 'payment', 'account'];

export type MissingProof =
  /** `equal`: as many rows as lines, and each line fits each row: all were paid. Which line is which row's is open. */
  | { readonly code: 'equal' }
  | { readonly code: 'repeated_id' | 'other_id' | 'other_memo' | 'other_reference' }
  /** A field that the evidence needs. */
  | { readonly code: 'missing'; readonly field: 'amount' | 'currency' }
  | ({ readonly code: 'objection' } & NonNullable<StatementLine['objection']>);

interface MatchedRow<Row> {
  readonly row: Row;
  readonly by: LineEvidence;
}

export type Verdict<Row extends StatementRow = StatementRow> =
  | (MatchedRow<Row> & { readonly is: 'proven'; readonly line: StatementLine })
  | (MatchedRow<Row> & {
      readonly is: 'contradicted';
      readonly line: StatementLine;
      readonly differs: readonly ComparedField[];
    })
  /** `others`: further rows to which the lines may belong. `why`: why the lines are not proof, if more is known. */
  | (MatchedRow<Row> & {
      readonly is: 'ambiguous';
      readonly lines: readonly StatementLine[];
      readonly others: readonly Row[];
      readonly why: MissingProof | null;
    })
  | { readonly is: 'unmatched'; readonly row: Row };

export interface Owners<Row> {
  /** Ids in the statement that the ledger knows: their lines belong to other payments. */
  readonly knownIds: ReadonlySet<string>;
  /** All other payments of the ledger, also those in doubt. */
  readonly rows: readonly Row[];
}

/** One verdict for every row, in their order. */
export function matchStatement<Row extends StatementRow>(
  rows: readonly Row[],
  statement: readonly StatementLine[],
  owners: Owners<Row>,
): Verdict<Row>[] {
  const ids = new Set(statement.map(({ id }) => id));
  const lines = new LineIndex(statement.filter(({ id }) => !owners.knownIds.has(id)));
  // A payment with its id in the statement has its line there, and competes for no other.
  const others = owners.rows.filter(({ createdId }) => createdId === null || !ids.has(createdId));
  const verdicts = new Map<Row, Verdict<Row>>();
  for (const by of STRONGEST_FIRST) {
    const open = [...rows, ...others].filter((row) => verdicts.get(row)?.is !== 'proven');
    const joined = new Map(open.map((row) => [row, candidates(by, row, lines)]));
    const rowsOfLine = new Map<StatementLine, Row[]>();
    for (const [row, own] of joined)
      for (const line of own) {
        const known = rowsOfLine.get(line);
        if (known) known.push(row);
        else rowsOfLine.set(line, [row]);
      }
    for (const row of rows) {
      const own = joined.get(row) ?? [];
      if (own.length === 0 || verdicts.has(row)) continue;
      const rivals = new Set(own.flatMap((line) => rowsOfLine.get(line) ?? []));
      rivals.delete(row);
      const isEqual = [...rivals].every((rival) => isSameLines(joined.get(rival) ?? [], own));
      verdicts.set(row, verdictOf({ row, by }, own, { others: [...rivals], isEqual, lines }));
    }
    for (const line of rowsOfLine.keys()) lines.take(line);
  }
  return rows.map((row) => verdicts.get(row) ?? { is: 'unmatched', row });
}

/** Lines that this evidence joins to the row. */
function candidates(by: LineEvidence, row: StatementRow, lines: LineIndex): readonly StatementLine[] {
  switch (by) {
    case 'id':
      return row.createdId === null ? [] : lines.by('id', row.createdId);
    case 'tag':
      return lines.by('tag', row.tag.toLowerCase());
    case 'reference':
      return referenceLines(row, lines);
    case 'payment':
      return paymentLines(row, lines);
    case 'account':
      return lines.by('account', fold(row.account)).filter((line) => isInTime(row, line));
  }
}

/** Lines with its amount and currency, if there are any: a fee may have the same reference. */
function referenceLines(row: StatementRow, lines: LineIndex): readonly StatementLine[] {
  const all = lines.by('reference', wordsOf(row.reference));
  const own = all.filter(
    (line) => byValue(line.amount) === byValue(row.amount) && isSame(row.currency, line.currency),
  );
  return own.length > 0 ? own : all;
}

const paymentLines = (row: StatementRow, lines: LineIndex): StatementLine[] =>
  lines
    .by('amount', byValue(row.amount))
    .filter(
      (line) =>
        isSame(row.account, line.account) && isSame(row.currency, line.currency) && isInTime(row, line),
    );

/** `isEqual`: the lines of the row are also the lines of each of the others. */
interface Rivals<Row> {
  readonly others: readonly Row[];
  readonly isEqual: boolean;
  readonly lines: LineIndex;
}

const isSameLines = (a: readonly StatementLine[], b: readonly StatementLine[]): boolean =>
  a.length === b.length && a.every((line) => b.includes(line));

function verdictOf<Row extends StatementRow>(
  { row, by }: MatchedRow<Row>,
  own: readonly StatementLine[],
  { others, isEqual, lines }: Rivals<Row>,
): Verdict<Row> {
  const [line] = own;
  if (!line || own.length > 1 || others.length > 0) {
    const isProof = (one: StatementLine): boolean =>
      contradictions(row, one).length === 0 && !lines.isRepeated(one) && !shortfall(by, row, one);
    const isPaid = isEqual && own.length === others.length + 1 && own.every(isProof);
    return { is: 'ambiguous', row, by, lines: own, others, why: isPaid ? { code: 'equal' } : null };
  }
  const differs = contradictions(row, line);
  if (differs.length > 0) return { is: 'contradicted', row, by, line, differs };
  const why = lines.isRepeated(line) ? ({ code: 'repeated_id' } as const) : shortfall(by, row, line);
  return why ? { is: 'ambiguous', row, by, lines: own, others, why } : { is: 'proven', row, by, line };
}

/** The fields in which the line contradicts the row. A cell that is empty or not understood contradicts nothing. */
function contradictions(row: StatementRow, line: StatementLine): ComparedField[] {
  const fields = ['account', 'amount', 'currency'] as const;
  return fields.filter((field) => {
    const [a, b] = [row[field], line[field]];
    if (a === '' || b === '') return false;
    return field === 'amount' ? byValue(a) !== byValue(b) : !isSame(a, b);
  });
}

/** Why a line without a contradiction is not proof; null for proof. */
function shortfall(by: LineEvidence, row: StatementRow, line: StatementLine): MissingProof | null {
  if (line.objection) return { code: 'objection', ...line.objection };
  if (by === 'id' || by === 'tag') return null;
  if (row.amount === '' || line.amount === '') return { code: 'missing', field: 'amount' };
  if (line.currency === '' || by === 'account') return { code: 'missing', field: 'currency' };
  if (by === 'reference') return null;
  if (row.createdId !== null && line.id !== '' && line.id !== row.createdId) return { code: 'other_id' };
  if (row.reference !== '' && line.reference !== '' && wordsOf(row.reference) !== wordsOf(line.reference))
    return { code: 'other_reference' };
  const isOther =
    row.memo !== '' &&
    line.memo !== '' &&
    !` ${wordsOf(line.memo)} `.includes(` ${wordsOf(row.memo) || '?'} `);
  return isOther || tagsIn(line.memo).some((tag) => tag !== row.tag) ? { code: 'other_memo' } : null;
}

const isInTime = ({ attempts }: StatementRow, { time }: StatementLine): boolean =>
  time !== null && attempts.some((attempt) => isInWindow(attempt, time));

const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase();
/** Whether two cells have the same account or currency; an empty one has none. */
function isSame(a: string, b: string): boolean {
  return a !== '' && fold(a) === fold(b);
}

/** Words and numbers, including parts joined by a mark such as `-` or `/`. */
const WORD = /[\p{L}\p{N}]+(?:[-./_:#&+'’][\p{L}\p{N}]+)*/gu;
const wordsOf = (text: string): string => text.normalize('NFKC').toLowerCase().match(WORD)?.join(' ') ?? '';

/** As plan/keys.ts makes them; a bank may change their case. */
const TAG = /(?<![\p{L}\p{N}])pb-[0-9a-f]{10}(?![\p{L}\p{N}])/giu;
const tagsIn = (memo: string): string[] => memo.match(TAG)?.map((tag) => tag.toLowerCase()) ?? [];

/** One spelling of a plain decimal. */
const byValue = (amount: string): string => canonicalDecimal(amount.replace(/^0+(?=\d)/, ''));

type Indexed = 'id' | 'tag' | 'reference' | 'amount' | 'account';

/** Lines of a statement that are not joined to a row yet, by their values. */
class LineIndex {
  readonly #found = new Map<string, StatementLine[]>();
  readonly #taken = new Set<StatementLine>();

  constructor(lines: readonly StatementLine[]) {
    for (const line of lines) {
      this.#add('id', line.id, line);
      for (const tag of new Set(tagsIn(line.memo))) this.#add('tag', tag, line);
      this.#add('reference', wordsOf(line.reference), line);
      this.#add('amount', byValue(line.amount), line);
      this.#add('account', fold(line.account), line);
    }
  }

  by(what: Indexed, value: string): readonly StatementLine[] {
    const found = value === '' ? undefined : this.#found.get(`${what} ${value}`);
    return found?.filter((line) => !this.#taken.has(line)) ?? [];
  }

  /** If two lines have one id, either may be the payment. */
  isRepeated({ id }: StatementLine): boolean {
    return id !== '' && (this.#found.get(`id ${id}`)?.length ?? 0) > 1;
  }

  take(line: StatementLine): void {
    this.#taken.add(line);
  }

  #add(what: Indexed, value: string, line: StatementLine): void {
    if (value === '') return;
    const key = `${what} ${value}`;
    const known = this.#found.get(key);
    if (known) known.push(line);
    else this.#found.set(key, [line]);
  }
}
