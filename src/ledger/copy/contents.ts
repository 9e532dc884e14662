// The contents of a ledger as figures that people know: records by table, amounts by environment, currency and state.
// A file and Postgres are asked in the same way.
import { DecimalSum } from '../../interface/decimal.ts';
import type { Tip } from '../records.ts';
import { ask, asNumber, asText, type Question, type RawRow } from '../store/question.ts';
import { readMeta, readTip } from '../store/reads.ts';
import { LEDGER_TABLES, type LedgerTable, quoted } from '../store/tables.ts';
import type { UnfinishedRun } from './messages.ts';

/** Rows that are held at once. Links may be long. */
const PAGE = 1_000;

interface LedgerReader {
  read<T>(question: Question<T>): T | Promise<T>;
}

/** A table by its key, some rows at a time. */
export async function* pagesOf(
  asked: LedgerReader,
  name: string,
  { key, columns }: LedgerTable,
): AsyncGenerator<readonly RawRow[]> {
  const select = `SELECT ${quoted(columns)} FROM ${name}`;
  const order = `ORDER BY ${quoted(key)} LIMIT ${PAGE}`;
  const behind = `WHERE (${quoted(key)}) > (${key.map((_, at) => `$${at + 1}`).join(', ')})`;
  let page = await asked.read(ask(`${select} ${order}`));
  for (;;) {
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < PAGE) return;
    page = await asked.read(ask(`${select} ${behind} ${order}`, ...key.map((column) => last[column])));
  }
}

export interface LedgerFacts {
  readonly id: string;
  readonly createdAt: number;
  readonly open: readonly UnfinishedRun[];
}

export function* readFacts(): Question<LedgerFacts> {
  const open = yield* ask(
    'SELECT id, host, pid, file FROM runs WHERE finished_at IS NULL ORDER BY started_at',
  );
  return {
    ...(yield* readMeta()),
    open: open.map(({ id, host, pid, file }) => ({
      ...{ id: asText(id), file: asText(file), pid: Number(pid), host: asText(host) },
    })),
  };
}

export interface LedgerSummary {
  /** By table. */
  readonly counts: Readonly<Record<string, number>>;
  /** By "environment's number, currency, state": exact decimals. */
  readonly totals: Readonly<Record<string, string>>;
  readonly doubts: number;
  readonly tip: Tip;
}

export async function summaryOf(asked: LedgerReader): Promise<LedgerSummary> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(LEDGER_TABLES)) {
    const [found] = await asked.read(ask(`SELECT count(*) AS count FROM ${table}`));
    counts[table] = Number(found?.['count']);
  }
  const sums = new Map<string, DecimalSum>();
  let doubts = 0;
  for await (const page of pagesOf(asked, 'rows', LEDGER_TABLES.rows)) {
    for (const { environment, currency, state, amount } of page) {
      if (state === 'in_doubt') doubts++;
      const name = `${asNumber(environment)} ${asText(currency)} ${asText(state)}`;
      const sum = sums.get(name) ?? new DecimalSum();
      sums.set(name, sum);
      if (/^\d+(?:\.\d+)?$/.test(asText(amount))) sum.add(asText(amount));
    }
  }
  const totals = [...sums].map(([name, sum]) => [name, sum.toString()] as const);
  return { counts, totals: Object.fromEntries(totals.sort()), doubts, tip: await asked.read(readTip()) };
}
