// The rows of a run for a report, in the file's order and a page at a time: how each stands now, and how its payment
// went, from the ledger alone.
import { creationsIn, documentsOf, paymentOf } from '../batch/send/payment-figures.ts';
import { NO_FIGURES, type QuoteFigures, quoteFigures } from '../batch/send/steps/quote.ts';
import { DEFAULT_PROFILE, type Profile } from '../interface/profile.ts';
import type { Ledger, LedgerEntry, Resolved, RunRecord } from '../ledger/ledger.ts';
import { resolvedNow } from '../ledger/resolution.ts';
import { type PaidRecord, paidRecord, sendingsIn } from '../ledger/sendings.ts';
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
      const went = paymentOf(row, entries, run.id);
      const fields = fieldsOf(kept, went?.body ?? '', names);
      yield reportRow(row, { run, went, fields, entries, profile });
    }
  }
}

/** As they stand in the file; what no column holds, as it was sent. */
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

/** The settings of the run that the answers are read by. */
function profileOf(run: RunRecord): Profile {
  const { profile } = run.settings;
  return typeof profile === 'object' && profile !== null
    ? { ...DEFAULT_PROFILE, ...profile }
    : DEFAULT_PROFILE;
}

interface RowContext {
  readonly run: RunRecord;
  readonly went: PaidRecord | undefined;
  readonly fields: ReadonlyMap<string, string>;
  readonly entries: readonly LedgerEntry[];
  readonly profile: Profile;
}

function reportRow(row: CurrentRow, known: RowContext): ReportRow {
  const { run, fields, entries, profile } = known;
  const { since } = row;
  const went = since ? paidRecord(row.key ?? '', entries) : known.went;
  const figures: QuoteFigures = went?.quote ? quoteFigures(went.quote, profile) : NO_FIGURES;
  const isPaid = row.status === 'created' || row.status === 'duplicate';
  const runId = since?.runId ?? (isPaid || row.status === 'in_doubt' ? (went?.runId ?? run.id) : run.id);
  const paid = isPaid ? (since ? 'since' : runId === run.id ? 'now' : 'before') : 'no';
  // Of this run's row, of a later run's or an earlier one's: the last word counts.
  const word = resolvedNow(entries);
  return {
    sequence: row.sequence,
    key: row.key,
    line: row.line,
    reference: row.reference,
    status: row.status,
    was: row.was,
    createdId: row.createdId,
    documentIds: documentsOf(went?.body ?? ''),
    httpStatus: went?.httpStatus ?? null,
    attempts: creationsIn(went?.attempts ?? []),
    errorCode: row.was === undefined ? row.code : '',
    message: isPaid && word?.as === 'created' ? messageWithResolution(row, word) : row.message,
    startedAt: went?.startedAt.toISOString() ?? '',
    finishedAt: went?.finishedAt.toISOString() ?? '',
    currency: row.currency,
    amount: row.amount,
    ...figures,
    runId,
    paid,
    sent: row.sent,
    doubt: row.status === 'in_doubt' ? { runId: run.id, line: row.line } : undefined,
    isSentOtherwise: row.otherwise !== undefined,
    // That of another payment is nobody's here.
    payee: row.otherwise ? '' : (sendingsIn(entries).current?.intent.data.payee ?? ''),
    fields,
  };
}

/** How the row ended, and who resolved it. */
function messageWithResolution(
  { message, resolved, since }: CurrentRow,
  word: Resolved,
): Message | undefined {
  if (resolved && !since) return message;
  return verbatim(message ? `${say(message)}; ${resolvedText(word)}` : resolvedText(word));
}
