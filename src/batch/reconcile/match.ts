// What a statement proves of rows that may have been paid. Pure: rows and lines in, verdicts out.
//
// Evidence is taken strongest first. It is proof only where it joins one row to one line, and that line to that row
// alone: every other payment of the ledger that may own the line (`owners`) takes part. Equal rows with as many equal
// lines are proven together. A line that evidence has joined to some row is no evidence for another row at a weaker
// level.
import {
  byValue,
  type Compared,
  differences,
  hasWords,
  isInTime,
  isSame,
  type StatementRow,
  tagsIn,
  wordsOf,
} from './compare.ts';
import type { StatementLine } from './statement.ts';

export type { Compared, StatementRow } from './compare.ts';

/** `memo`: account, amount, currency and time with the row's memo; `payment`: the same without a memo. */
export type Evidence = 'id' | 'tag' | 'reference' | 'memo' | 'payment';
const STRONGEST_FIRST: readonly Evidence[] = ['id', 'tag', 'reference', 'memo', 'payment'];

export type Shortfall =
  | { readonly code: 'repeated_id' | 'other_memo' | 'other_reference' }
  /** Evidence by reference needs it. */
  | { readonly code: 'missing'; readonly field: 'amount' | 'currency' }
  | ({ readonly code: 'objection' } & NonNullable<StatementLine['objection']>);

interface Judged<Row> {
  readonly row: Row;
  readonly by: Evidence;
}

export type Verdict<Row extends StatementRow = StatementRow> =
  /** `equals`: rows that are proven together, this one included, in the order of their lines. */
  | (Judged<Row> & { readonly is: 'proven'; readonly line: StatementLine; readonly equals: readonly Row[] })
  | (Judged<Row> & {
      readonly is: 'contradicted';
      readonly line: StatementLine;
      readonly differs: readonly Compared[];
    })
  /** `others`: rows that the lines may belong to as well. `why`: what the only line lacks. */
  | (Judged<Row> & {
      readonly is: 'ambiguous';
      readonly lines: readonly StatementLine[];
      readonly others: readonly Row[];
      readonly why: Shortfall | null;
    })
  | { readonly is: 'unmatched'; readonly row: Row };

export interface Owners<Row> {
  /** Ids in the statement that the ledger knows: those lines are no row's here. */
  readonly knownIds: ReadonlySet<string>;
  /** Whatever else the ledger has paid or may have paid. */
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
  // A payment whose id is in the statement has its line there.
  const others = owners.rows.filter(({ createdId }) => createdId === null || !ids.has(createdId));
  const rivals = new Set(others);
  const verdicts = new Map<Row, Verdict<Row>>();
  for (const by of STRONGEST_FIRST) {
    const open = [...rows, ...others].filter((row) => verdicts.get(row)?.is !== 'proven');
    const groups = groupsOf(open, (row) => candidates(by, row, lines));
    for (const group of groups) {
      const judgeRow = judgeIn(group, by, lines);
      for (const row of group.rows)
        if (!verdicts.has(row) && !rivals.has(row)) verdicts.set(row, judgeRow(row));
    }
    for (const line of groups.flatMap((group) => group.lines)) lines.take(line);
  }
  return rows.map((row) => verdicts.get(row) ?? { is: 'unmatched', row });
}

/** Rows that the same lines may belong to. */
interface Group<Row> {
  readonly lines: readonly StatementLine[];
  readonly rows: Row[];
  /** Rows outside the group that some of its lines may belong to as well. */
  readonly others: readonly Row[];
}

function groupsOf<Row>(rows: readonly Row[], linesOf: (row: Row) => readonly StatementLine[]): Group<Row>[] {
  const groups = new Map<string, { lines: readonly StatementLine[]; rows: Row[] }>();
  for (const row of rows) {
    const lines = linesOf(row);
    if (lines.length === 0) continue;
    const key = lines.map(({ line }) => line).join();
    const group = groups.get(key);
    if (group) group.rows.push(row);
    else groups.set(key, { lines, rows: [row] });
  }
  const groupsOfLine = new Map<StatementLine, Set<readonly Row[]>>();
  for (const group of groups.values())
    for (const line of group.lines)
      groupsOfLine.set(line, (groupsOfLine.get(line) ?? new Set()).add(group.rows));
  return [...groups.values()].map((group) => {
    const near = new Set(group.lines.flatMap((line) => [...(groupsOfLine.get(line) ?? [])]));
    near.delete(group.rows);
    return { ...group, others: [...near].flat() };
  });
}

/** Lines that this evidence joins to the row. */
function candidates(by: Evidence, row: StatementRow, lines: LineIndex): readonly StatementLine[] {
  switch (by) {
    case 'id':
      return row.createdId === null ? [] : lines.by('id', row.createdId);
    case 'tag':
      return lines.by('tag', row.tag.toLowerCase());
    case 'reference':
      return referenceLines(row, lines);
    case 'memo':
      return paymentLines(row, lines).filter(({ memo }) => memo !== '' && hasWords(memo, row.memo));
    case 'payment':
      return paymentLines(row, lines);
  }
}

/** Those of its amount and currency, where there are any: a fee may have the same reference. */
function referenceLines(row: StatementRow, lines: LineIndex): readonly StatementLine[] {
  const all = lines.by('reference', wordsOf(row.reference).join(' '));
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

/** Each row of a group is compared with each of its lines; larger groups stay with a person. */
const MOST_EQUAL = 100;

/** Judges a row of the group. As many equal lines as equal rows prove them all, whichever line is whose. */
function judgeIn<Row extends StatementRow>(
  group: Group<Row>,
  by: Evidence,
  lines: LineIndex,
): (row: Row) => Verdict<Row> {
  const { rows, others } = group;
  const shortfallOf = (row: Row, line: StatementLine): Shortfall | null => {
    if (lines.isRepeated(line)) return { code: 'repeated_id' };
    return line.objection ? { code: 'objection', ...line.objection } : shortfall(by, row, line);
  };
  const isProof = (row: Row, line: StatementLine): boolean =>
    contradictions(row, line).length === 0 && shortfallOf(row, line) === null;
  const areProven =
    others.length === 0 &&
    rows.length <= MOST_EQUAL &&
    rows.length === group.lines.length &&
    // Without an id, two lines may be one payment that the statement lists twice.
    (rows.length === 1 || group.lines.every(({ id }) => id !== '')) &&
    rows.every((row) => group.lines.every((line) => isProof(row, line)));
  return (row) => {
    const line = group.lines[rows.indexOf(row)];
    if (areProven && line) return { is: 'proven', row, by, line, equals: rows };
    const ambiguous = { is: 'ambiguous', row, by, lines: group.lines } as const;
    const [only] = group.lines;
    const isAlone = rows.length === 1 && others.length === 0 && group.lines.length === 1;
    if (!isAlone || !only)
      return { ...ambiguous, others: [...rows, ...others].filter((one) => one !== row), why: null };
    const differs = contradictions(row, only);
    return differs.length > 0
      ? { is: 'contradicted', row, by, line: only, differs }
      : { ...ambiguous, others: [], why: shortfallOf(row, only) };
  };
}

/** In what the line contradicts the row. A cell that is empty or not understood contradicts nothing. */
function contradictions(row: StatementRow, line: StatementLine): Compared[] {
  return differences(row, line).filter((field) => ['id', 'account', 'amount', 'currency'].includes(field));
}

/** What keeps a line that nothing contradicts from being proof. */
function shortfall(by: Evidence, row: StatementRow, line: StatementLine): Shortfall | null {
  if (by === 'id' || by === 'tag') return null;
  if (by === 'reference') {
    if (row.amount === '' || line.amount === '') return { code: 'missing', field: 'amount' };
    return line.currency === '' ? { code: 'missing', field: 'currency' } : null;
  }
  const differs = differences(row, line);
  if (differs.includes('reference')) return { code: 'other_reference' };
  return differs.includes('memo') || tagsIn(line.memo).some((tag) => tag !== row.tag)
    ? { code: 'other_memo' }
    : null;
}

type Indexed = 'id' | 'tag' | 'reference' | 'amount';

/** Lines of a statement that evidence has not taken yet, by what they have. */
class LineIndex {
  readonly #found = new Map<string, StatementLine[]>();
  readonly #taken = new Set<StatementLine>();

  constructor(lines: readonly StatementLine[]) {
    for (const line of lines) {
      this.#add('id', line.id, line);
      for (const tag of new Set(tagsIn(line.memo))) this.#add('tag', tag, line);
      this.#add('reference', wordsOf(line.reference).join(' '), line);
      this.#add('amount', byValue(line.amount), line);
    }
  }

  by(what: Indexed, value: string): readonly StatementLine[] {
    const found = value === '' ? undefined : this.#found.get(`${what} ${value}`);
    return found?.filter((line) => !this.#taken.has(line)) ?? [];
  }

  /** Two lines with one id: which of them is the payment is not known. */
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
