// Reports with made-up rows, for tests of the report's formats.
import { rowMessage } from '../../../src/batch/results/messages.ts';
import type { RowStatus, RunKind, RunRecord } from '../../../src/ledger/ledger.ts';
import type { ReportContent } from '../../../src/report/report.ts';
import { fieldColumns, reportColumns, type ReportRow } from '../../../src/report/row.ts';
import { RunSummary } from '../../../src/report/summary.ts';
import { say } from '../../../src/words/say.ts';
import { verbatim } from '../../kit/words.ts';

/** Hostile names: markup, scripts and formulas that must never be run. */
export const HOSTILE = [
  '<img src=x onerror="window.pwned=1">',
  '</script><script>window.pwned=1</script>',
  '<!--<script>',
  '=HYPERLINK("https://evil.example","click")',
  "' onmouseover='window.pwned=1",
  'Müller & Söhne \u202egnp.exe',
  '{{constructor.constructor("window.pwned=1")()}}',
  '&lt;b&gt; &amp;',
];

const STATUSES: readonly RowStatus[] = [
  'created',
  'created',
  'created',
  'rejected',
  'created',
  'invalid',
  'not_sent',
];
const FIELDS = ['customerId', 'source.currency', 'destination.externalAccountId', 'x-supplier-name'];

const RUN: RunRecord = {
  id: 'run-1',
  kind: 'payouts',
  batchId: 'b',
  fileHash: 'f',
  parent: null,
  settings: {},
  file: 'night <b>.csv',
  rows: 0,
  startedAt: new Date('2026-11-21T23:00:00Z'),
  environment: 'https://pay.example acme',
  host: 'h',
  pid: 1,
  finishedAt: new Date('2026-11-21T23:03:20Z'),
  exitCode: 1,
  counts: {},
  alive: false,
};

export function rowNumber(at: number, more: Partial<ReportRow> = {}): ReportRow {
  const status = more.status ?? STATUSES[at % STATUSES.length] ?? 'created';
  const isPaid = status === 'created';
  return {
    sequence: at,
    key: null,
    line: at + 2,
    reference: `INV-${String(at).padStart(6, '0')}`,
    was: undefined,
    createdId: isPaid ? `0b4f4c33-6dc4-4a9f-9d15-${String(at).padStart(12, '0')}` : '',
    quoteId: isPaid ? `q-${at}` : '',
    documentIds: [],
    documents: [],
    httpStatus: isPaid ? 201 : null,
    attempts: isPaid ? 1 : 0,
    errorCode: isPaid ? '' : status,
    message: isPaid
      ? undefined
      : rowMessage('invalid', {
          line: at + 2,
          issues: [{ column: 9, field: 'receiverAmount', message: verbatim(`"${at}" is <i>no</i> amount`) }],
          more: 0,
        }),
    startedAt: isPaid ? '2026-11-21T23:01:00.000Z' : '',
    finishedAt: isPaid ? '2026-11-21T23:01:01.000Z' : '',
    currency: at % 2 === 0 ? 'GBP' : 'EUR',
    amount: `${(at * 37) % 9000}.50`,
    quoteSourceAmount: isPaid ? `${(at * 37) % 9000}.75` : '',
    quoteFee: isPaid ? '0.10' : '',
    quoteRate: isPaid ? '0.9' : '',
    runId: 'run-1',
    paid: isPaid ? 'now' : 'no',
    sent: undefined,
    doubt: undefined,
    isSentOtherwise: false,
    payee: '',
    fields: new Map(
      FIELDS.map((name) => [
        name,
        name === 'x-supplier-name' ? (HOSTILE[at % HOSTILE.length] ?? '') : `${name}-${at % 9}`,
      ]),
    ),
    ...more,
    status,
  };
}

export function madeUp(
  count: number,
  more: (at: number) => Partial<ReportRow> = () => ({}),
  kind: RunKind = 'payouts',
): ReportContent {
  const run = { ...RUN, kind, rows: count };
  const rows = async function* (): AsyncGenerator<ReportRow> {
    for (let at = 0; at < count; at++) yield await Promise.resolve(rowNumber(at, more(at)));
  };
  const summary = new RunSummary();
  for (let at = 0; at < count; at++) summary.add(rowNumber(at, more(at)));
  const doubtful = Array.from({ length: count }, (_, at) => rowNumber(at, more(at))).filter(
    ({ status }) => status === 'in_doubt',
  );
  const asTyped = (text: string): string => text;
  const stamp = { runId: 'run-1', environment: run.environment, ledgerId: 'l', sequence: 7, head: 'h', say };
  const results = reportColumns(kind, stamp);
  return {
    run,
    asTyped,
    madeAt: new Date('2026-11-22T06:00:00Z'),
    facts: { columns: FIELDS, added: [], totals: null, stopped: undefined, warned: null },
    summary,
    notStarted: 0,
    continued: undefined,
    doubts: doubtful.map(({ line, reference, amount, currency }) => ({
      ...{
        line,
        reference,
        sentBy: { run: 'run-1', line },
        amount,
        currency,
        payee: '',
        memo: '',
        customer: 'c-1',
        account: 'a-1',
        httpStatus: 500,
      },
      lastAttemptAt: new Date('2026-11-21T23:01:00Z'),
      earliestNotCreated: new Date('2026-11-21T23:11:00Z'),
      message: 'the service responded with <b>500</b>',
      ifPaid: `paybatch resolve run-1 --line ${line} --reason "..." --as created --transfer-id TRANSFER_ID`,
      ifNotPaid: `paybatch resolve run-1 --line ${line} --reason "..." --as not-created`,
    })),
    resultColumns: results,
    columns: [...results, ...fieldColumns(FIELDS, new Set(results.map(({ name }) => name)))],
    rows,
  };
}
