// The rows of a run for a report, in the file's order, from the ledger alone: the current status and the payment of
// each.
import { creationsIn, documentsOf, paymentOf } from '../batch/send/payment-figures.ts';
import { NO_FIGURES, type QuoteFigures, quoteFigures } from '../batch/send/steps/quote.ts';
import { DEFAULT_PROFILE, type Profile } from '../interface/profile.ts';
import type { Ledger, LedgerEntry, Resolved, RunRecord } from '../ledger/ledger.ts';
import { type PaidRecord, paidRecord, requestsIn } from '../ledger/requests.ts';
import { resolvedNow } from '../ledger/resolution.ts';
import { type Message, verbatim } from '../message.ts';
import { say } from '../words/say.ts';
import { type CurrentRow, currentRows, inPages, resolvedText } from './current-rows.ts';
import { fieldsOfBody, KeptCells, type RunFacts } from './facts.ts';
import type { ReportRow } from './row.ts';

type FieldNames = Pick<RunFacts, 'columns' | 'added'>;

export async function* reportRows(
  ledger: Ledger,
  run: RunRecord,
  names: FieldNames,
): AsyncGenerator<ReportRow> {
  const cells = new KeptCells(ledger, run.id);
  const profile = profileOf(run);
  for await (const page of inPages(currentRows(ledger, run))) {
    const all = await ledger.entriesOf(page.flatMap(({ key }) => (key === null ? [] : [key])));
    for (const row of page) {
      const kept = await cells.of(row.sequence);
      const entries = row.key === null ? [] : (all.get(row.key) ?? []);
      const payment = paymentOf(row, entries, run.id);
      const fields = fieldsOf(kept, payment?.body ?? '', names);
      yield reportRow(row, { run, payment, fields, entries, profile });
    }
  }
}

/** The cells of the file. Fields without a column are read from the body that was sent. */
function fieldsOf(
  kept: readonly string[] | undefined,
  body: string,
  { columns, added }: FieldNames,
): Map<string, string> {
  if (!kept) return fieldsOfBody(body);
  const fields = new Map(columns.map((name, at) => [name, kept[at] ?? '']));
  if (added.length === 0) return fields;
  const sent = fieldsOfBody(body);
  for (const name of added) fields.set(name, sent.get(name) ?? '');
  return fields;
}

/** The profile by which the run read responses. */
function profileOf(run: RunRecord): Profile {
  const { profile } = run.settings;
  return typeof profile === 'object' && profile !== null
    ? { ...DEFAULT_PROFILE, ...profile }
    : DEFAULT_PROFILE;
}

interface RowContext {
  readonly run: RunRecord;
  readonly payment: PaidRecord | undefined;
  readonly fields: ReadonlyMap<string, string>;
  readonly entries: readonly LedgerEntry[];
  readonly profile: Profile;
}

function reportRow(row: CurrentRow, known: RowContext): ReportRow {
  const { run, fields, entries, profile } = known;
  const { since } = row;
  const payment = since ? paidRecord(row.key ?? '', entries) : known.payment;
  const figures: QuoteFigures = payment?.quote ? quoteFigures(payment.quote, profile) : NO_FIGURES;
  const isPaid = row.status === 'created' || row.status === 'duplicate';
  const runId = since?.runId ?? (isPaid || row.status === 'in_doubt' ? (payment?.runId ?? run.id) : run.id);
  const paid = isPaid ? (since ? 'since' : runId === run.id ? 'now' : 'before') : 'no';
  // The last resolution counts, whichever run sent the row.
  const resolution = resolvedNow(entries);
  return {
    sequence: row.sequence,
    key: row.key,
    line: row.line,
    reference: row.reference,
    status: row.status,
    was: row.was,
    createdId: row.createdId,
    documentIds: documentsOf(payment?.body ?? ''),
    documents: [],
    httpStatus: payment?.httpStatus ?? null,
    attempts: creationsIn(payment?.attempts ?? []),
    errorCode: row.was === undefined ? row.code : '',
    message: isPaid && resolution?.as === 'created' ? messageWithResolution(row, resolution) : row.message,
    startedAt: payment?.startedAt.toISOString() ?? '',
    finishedAt: payment?.finishedAt.toISOString() ?? '',
    currency: row.currency,
    amount: row.amount,
    ...figures,
    runId,
    paid,
    sent: row.sent,
    doubt: row.status === 'in_doubt' ? { runId: run.id, line: row.line } : undefined,
    isSentOtherwise: row.otherwise !== undefined,
    // The payee of the other payment is not this row's.
    payee: row.otherwise ? '' : (requestsIn(entries).current?.intent.data.payee ?? ''),
    fields,
  };
}

/** The message of the row, and who resolved it. */
function messageWithResolution(
  { message, resolved, since }: CurrentRow,
  resolution: Resolved,
): Message | undefined {
  if (resolved && !since) return message;
  return verbatim(message ? `${say(message)}; ${resolvedText(resolution)}` : resolvedText(resolution));
}
