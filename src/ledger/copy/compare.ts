// What two ledgers hold, in figures that people know: records by table, amounts by environment, currency and state. Pure but
// for reading.
import { DecimalSum } from '../../interface/decimal.ts';
import { LedgerError } from '../ledger-error.ts';
import { asNumber, asText } from '../store/question.ts';
import { LEDGER_TABLES } from '../store/tables.ts';
import type { Tip } from '../tip.ts';
import type { Contents } from './sides.ts';

export interface Summary {
  /** By table. */
  readonly counts: Readonly<Record<string, number>>;
  /** By "environment's number, currency, state": exact decimals. */
  readonly totals: Readonly<Record<string, string>>;
  readonly doubts: number;
}

export async function summaryOf(contents: Contents): Promise<Summary> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(LEDGER_TABLES)) counts[table] = await contents.count(table);
  const sums = new Map<string, DecimalSum>();
  let doubts = 0;
  for await (const page of contents.pages('rows')) {
    for (const { environment, currency, state, amount } of page) {
      if (state === 'in_doubt') doubts++;
      const name = `${asNumber(environment)} ${asText(currency)} ${asText(state)}`;
      const sum = sums.get(name) ?? new DecimalSum();
      sums.set(name, sum);
      if (/^\d+(?:\.\d+)?$/.test(asText(amount))) sum.add(asText(amount));
    }
  }
  const totals = [...sums].map(([name, sum]) => [name, sum.toString()] as const);
  return { counts, totals: Object.fromEntries(totals.sort()), doubts };
}

type Held = Summary & { readonly tip: Tip };

/** Errors: {@link LedgerError}, with the first difference. */
export function refuseDifferences(name: string, source: Held, target: Held): void {
  const difference =
    firstDifference('records of', source.counts, target.counts) ??
    firstDifference('total of', source.totals, target.totals) ??
    firstDifference('chain:', { ...source.tip }, { ...target.tip });
  if (difference === undefined) return;
  throw new LedgerError(
    `the copy at ${name} is not what was copied (${difference}), and is not used`,
    undefined,
    'ledger_format',
  );
}

function firstDifference(
  what: string,
  a: Readonly<Record<string, string | number>>,
  b: Readonly<Record<string, string | number>>,
): string | undefined {
  const name = [...new Set([...Object.keys(a), ...Object.keys(b)])].find((key) => a[key] !== b[key]);
  return name === undefined ? undefined : `${what} ${name}: ${a[name] ?? 'none'} and ${b[name] ?? 'none'}`;
}
