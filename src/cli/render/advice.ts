// What a person does about rows in doubt: worded here, once, for summary, doubts, api and the end of every run.
import type { RunKind } from '../../ledger/ledger.ts';

const WORDS: Readonly<Record<RunKind, { readonly whether: string; readonly id: string }>> = {
  payouts: { whether: 'was paid', id: '--transfer-id' },
  customers: { whether: 'was created', id: '--customer-id' },
  trades: { whether: 'was executed', id: '--transfer-id' },
};

export function rowsInDoubt(count: number): string {
  return `${count} row${count === 1 ? ' is' : 's are'} in doubt`;
}

/** For the rows of one run. */
export function doubtAdvice(kind: RunKind, runId: string, count: number): string {
  const { whether, id } = WORDS[kind];
  return (
    `${rowsInDoubt(count)}: find out from the service whether ${count === 1 ? 'it' : 'each'} ${whether}, then: ` +
    `paybatch resolve ${runId} --line N --as created ${id} ID --reason "..." (or --as not-created). ` +
    `Many at once: paybatch doubts --csv, and paybatch reconcile ${runId} --statement FILE`
  );
}

/** One line at the end of every run, while rows of whatever run are in doubt. */
export function reminder(all: number, ofThisRun: number): string {
  const others = all - ofThisRun;
  if (others <= 0) return '';
  const also = ofThisRun > 0 ? 'also ' : '';
  return `paybatch: ${rowsInDoubt(others)} ${also}from ${ofThisRun > 0 ? 'other' : 'earlier'} runs: see paybatch doubts\n`;
}
