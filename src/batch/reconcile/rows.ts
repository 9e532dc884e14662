// The rows that a statement is compared with: rows of the run that are in doubt or were resolved as not created, and
// other payments of the ledger that may own a line.
import { isSuccess } from '../../client/exchange.ts';
import { pickId } from '../../client/json.ts';
import { keepableId } from '../../client/verdict.ts';
import { parsedJson } from '../../files/parsed-json.ts';
import { idForm, oneSpelling, spellings, UUID_FORM } from '../../interface/created-id.ts';
import { payoutFields } from '../../interface/fingerprint.ts';
import type { Profile } from '../../interface/profile.ts';
import { kindOfKey } from '../../ledger/keys.ts';
import type { Doubt, Ledger, SentRow } from '../../ledger/ledger.ts';
import { memoTag } from '../plan/keys.ts';
import type { StatementRow } from './match.ts';
import { earliestAttemptMs, type Statement, type TimeSpan } from './statement.ts';

/** A row of the ledger, and where a person finds it. */
export interface LedgerRow extends StatementRow {
  readonly runId: string;
  readonly line: number;
  /** `false`: it was resolved as not created, and the next run of its file sends it. */
  readonly isInDoubt: boolean;
  /** The row's last entry when it was read. */
  readonly lastEntry: number;
}

const AT_ONCE = 500;
/** Runs whose ids are read. */
const RUNS = 20;
const MOST_FORMS = 20;

/**
 * The forms of this service's ids, from those in the ledger; before the first, a UUID's. Ids of resolutions don't
 * count.
 */
export async function idFormsOf(ledger: Ledger, runId: string): Promise<ReadonlySet<string>> {
  const newest = (await ledger.runs(RUNS)).map(({ id }) => id);
  for (const id of new Set([runId, ...newest])) {
    const forms = new Set<string>();
    for await (const { status, createdId, resolved } of ledger.eachRunRow(id, ['created'])) {
      if (status === 'created' && createdId !== '' && !resolved) forms.add(idForm(createdId));
      if (forms.size === MOST_FORMS) break;
    }
    if (forms.size > 0) return forms;
  }
  return new Set([UUID_FORM]);
}

/** The rows of the run that a statement is compared with. */
export async function rowsOf(ledger: Ledger, runId: string, profile: Profile): Promise<LedgerRow[]> {
  const keys = new Set((await ledger.runRows(runId)).flatMap(({ key }) => (key === null ? [] : [key])));
  const inDoubt = await ledger.doubts();
  const notCreated = await ledger.doubts(await notCreatedKeys(ledger, [...keys]));
  const own = inDoubt.filter((doubt) => doubt.runId === runId || keys.has(doubt.key));
  const answeredIds = await answeredIdsOf(ledger, [...own, ...notCreated], profile);
  return [...own, ...notCreated].map((doubt) => ledgerRow(doubt, answeredIds.get(doubt.key) ?? null));
}

/** The id that the service gave each row in a response, unless a response to any other row has it, too. */
async function answeredIdsOf(
  ledger: Ledger,
  doubts: readonly Doubt[],
  profile: Profile,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const doubt of doubts) {
    const id = answeredId(doubt, profile);
    if (id !== '' && !(await ledger.isInOtherResponse(doubt.key, id))) found.set(doubt.key, oneSpelling(id));
  }
  return found;
}

/** Of a success that contradicts the request, for example by another amount; or as a later run read it in results. */
function answeredId({ key, httpStatus, answer, answeredId: read }: Doubt, profile: Profile): string {
  if (read !== '') return read;
  if (answer === null || httpStatus === null || !isSuccess(httpStatus)) return '';
  const fields = { payouts: profile.transferIdFields, trades: profile.tradeIdFields, customers: [] };
  return keepableId(pickId(answer, fields[kindOfKey(key)])) ?? '';
}

/** Rows that a person resolved as not created, and that no run has sent since. */
async function notCreatedKeys(ledger: Ledger, keys: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const page = await ledger.lookup(keys.slice(at, at + AT_ONCE));
    for (const { key, state, byPerson } of page.values())
      if (state === 'planned' && byPerson) found.push(key);
  }
  return found;
}

/** Also an attempt that was resolved as not created may have paid the row. */
function ledgerRow(doubt: Doubt, createdId: string | null): LedgerRow {
  const { runId, line, lastEntry, requestedAt, lastAttemptAt } = doubt;
  const attempts = [...requestedAt, lastAttemptAt].map((at) => spanOf([at]));
  return {
    ...sentRow({ ...doubt, createdId }, doubt.body ?? ''),
    attempts,
    runId,
    line,
    lastEntry,
    isInDoubt: doubt.state === 'in_doubt',
  };
}

/** Other payments that may own a line of the statement, and the ids in the statement that the ledger knows. */
export async function ownersOf(
  ledger: Ledger,
  rows: readonly LedgerRow[],
  { lines }: Statement,
): Promise<{ owners: readonly LedgerRow[]; knownIds: ReadonlySet<string> }> {
  const ids = lines.flatMap(({ id }) => (id === '' ? [] : spellings(id)));
  const knownIds = new Set([...(await ledger.knows(ids))].map(oneSpelling));
  const amounts = [...new Set(rows.map(({ amount }) => amount))].filter((amount) => amount !== '');
  const booked = lines.flatMap(({ time }) => (time === null ? [] : [time.fromMs]));
  const first = booked.reduce((least, one) => Math.min(least, one), Infinity);
  const since = new Date(Number.isFinite(first) ? earliestAttemptMs(first) : 0);
  const sent = amounts.length === 0 ? [] : await ledger.sentSince(since, amounts);
  const own = new Set(rows.map(({ key }) => key));
  const owners = sent.filter(({ here, key }) => !(here && own.has(key)));
  return { knownIds, owners: owners.map(otherRow) };
}

function otherRow(row: SentRow): LedgerRow {
  const { body, firstAt, updatedAt, line, runId } = row;
  const attempts = [spanOf([firstAt, updatedAt])];
  return { ...sentRow(row, body), attempts, runId, line, lastEntry: 0, isInDoubt: false };
}

/** A row, with account and memo from the bytes that were sent. */
function sentRow(
  row: Pick<SentRow, 'key' | 'createdId' | 'reference' | 'amount' | 'currency'>,
  body: string,
): Omit<StatementRow, 'attempts'> {
  const { key, createdId, reference, amount, currency } = row;
  const { destination, memo = '' } = payoutFields(parsedJson(body));
  const tag = memoTag(key);
  return {
    ...{ key, amount, currency, memo, account: destination?.externalAccountId ?? '' },
    createdId: createdId === null ? null : oneSpelling(createdId),
    reference: reference ?? '',
    tag: memo.endsWith(tag) ? tag : '',
  };
}

function spanOf(times: readonly Date[]): TimeSpan {
  const all = times.map((at) => at.getTime());
  return { fromMs: Math.min(...all), toMs: Math.max(...all) };
}
