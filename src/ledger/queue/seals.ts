// What was queued, as the hash chain tells it: a hash of each row and of what decides about all of them, in pages of the run
// that are written in the transaction that writes the rows. Whoever takes a row compares; what differs was changed, put in or
// exchanged by somebody who writes to the database. It refuses nothing.
import { sha256 } from '../keys.ts';
import type { Session } from '../postgres/connections.ts';
import type { Tx } from '../postgres/transactions.ts';
import type { Item, NewSubmission } from '../queue.ts';
import type { RunPart } from '../run-records.ts';
import { type Value } from '../store/question.ts';
import { digest, headOf } from '../store/record.ts';
import { COVERED } from '../store/tables.ts';

/** Of one row: the hash of all that is kept of it, and its line in the file. */
interface Seal {
  readonly seal: string;
  readonly line: number;
}

/** Of one run, by ordinal. */
export type Seals = ReadonlyMap<number, Seal>;

type Told = readonly [sequence: number, seal: string, line: number];

type Kind = Extract<RunPart['kind'], `queue${string}`>;

/** Rows that nothing is to be done about are told in pages of so many ordinals at most. */
const REST_SPAN = 50;
/** Pages that are held at once. */
const PAGES = 20;
/** Half of the hash: it is to be found again, not to be a name. */
const DIGITS = 32;

/** Of all that is kept of a row. */
const sealOf = ({ sequence, chunk, key, data, raw }: Item): string =>
  sha256(
    `${sequence} ${chunk ?? '-'} ${key === null ? '-' : `${key.length} ${key}`} ${data.length} ${data}${raw}`,
  ).slice(0, DIGITS);

/** With the rows, in their transaction: those of each chunk, and those that belong to none. */
export function tellItems(tx: Tx, runId: string, items: readonly Item[]): void {
  const pages = new Map<string, Item[]>();
  let rest = { first: -Infinity };
  for (const item of items) {
    if (item.chunk === null && item.sequence >= rest.first + REST_SPAN) rest = { first: item.sequence };
    const name = item.chunk === null ? `queue_rest ${rest.first}` : `queue ${item.chunk}`;
    const page = pages.get(name);
    if (page) page.push(item);
    else pages.set(name, [item]);
  }
  for (const [name, page] of pages) {
    const [kind, part] = name.split(' ') as [Kind, string]; // as it was put together
    tellPage(tx, { runId, kind, part: Number(part) }, sealsOf(page));
  }
}

/** The rows of a chunk that has got its documents. */
export function tellChanged(tx: Tx, runId: string, chunk: number, items: readonly Item[]): void {
  if (items.length > 0) tellPage(tx, { runId, kind: 'queue_ids', part: chunk }, sealsOf(items));
}

export function tellSubmission(tx: Tx, runId: string, what: Stored): void {
  tellPage(tx, { runId, kind: 'queue_settings', part: 0 }, [[0, settingsSeal(what), 0]]);
}

/** As it stands in the database. */
type Stored = Pick<NewSubmission, 'version' | 'maxInDoubt'> & { readonly settings: string };

const settingsSeal = ({ version, maxInDoubt, settings }: Stored): string =>
  sha256(JSON.stringify([version, maxInDoubt, settings])).slice(0, DIGITS);

const sealsOf = (items: readonly Item[]): Told[] =>
  items.map((item) => [item.sequence, sealOf(item), lineOf(item)]);

function tellPage(
  tx: Tx,
  { runId, kind, part }: Pick<RunPart, 'runId' | 'part'> & { readonly kind: Kind },
  seals: readonly Told[],
): void {
  tx.changes.chainRow('run_parts', { run_id: runId, kind, part, data: JSON.stringify(seals) });
}

/** As far as these rows may be told of. */
export async function sealsOfRows(
  query: Session['query'],
  runId: string,
  items: readonly Pick<Item, 'sequence' | 'chunk'>[],
): Promise<Seals> {
  const chunks = [...new Set(items.flatMap(({ chunk }) => (chunk === null ? [] : [chunk])))];
  const rest = items.flatMap(({ chunk, sequence }) => (chunk === null ? [sequence] : []));
  const [from, to] = [Math.min(...rest, Infinity) - REST_SPAN, Math.max(...rest, -1)];
  return readPages(
    query,
    runId,
    `(kind IN ('queue', 'queue_ids') AND part = ANY($2::bigint[]) OR kind = 'queue_rest' AND part BETWEEN $3 AND $4)`,
    [chunks, Number.isFinite(from) ? from : 0, to],
  );
}

/** All that is told of the rows of a run, some pages at a time; of no row twice. */
export async function* allSeals(query: Session['query'], runId: string): AsyncGenerator<Seals> {
  for (const kinds of [['queue', 'queue_ids'], ['queue_rest']] satisfies Kind[][]) {
    const found = await query<{ part: number }>(
      'SELECT DISTINCT part FROM run_parts WHERE run_id = $1 AND kind = ANY($2) ORDER BY part',
      [runId, kinds],
    );
    const parts = found.map(({ part }) => part);
    for (let at = 0; at < parts.length; at += PAGES)
      yield await readPages(query, runId, 'kind = ANY($2) AND part = ANY($3::bigint[])', [
        kinds,
        parts.slice(at, at + PAGES),
      ]);
  }
}

/** Whether what decides about the rows of a run is what it was submitted with. */
export async function isAsSubmitted(query: Session['query'], runId: string): Promise<boolean> {
  // The chain tells of the run itself: batch and kind have to be its own.
  const [now] = await query<{ version: string; max_in_doubt: number; settings: string }>(
    `SELECT s.version, s.max_in_doubt, s.settings FROM submissions s JOIN runs r
       ON r.id = s.run_id AND r.environment = s.environment AND r.kind = s.kind AND r.batch_id = s.batch_id
     WHERE s.run_id = $1`,
    [runId],
  );
  const seals = await readPages(query, runId, `kind = 'queue_settings'`, []);
  return now !== undefined && seals.get(0)?.seal === settingsSeal({ ...now, maxInDoubt: now.max_in_doubt });
}

interface Page {
  readonly kind: Kind;
  readonly part: number;
  readonly data: string;
  readonly number: number;
  readonly at: number;
  readonly sequence: number;
  readonly records: string;
  readonly head: string;
  readonly before: string | null;
}

/** A row that was changed in good order is told once more, on a later page. A page that its link doesn't tell of says nothing. */
async function readPages(
  query: Session['query'],
  runId: string,
  condition: string,
  values: readonly unknown[],
): Promise<Seals> {
  const pages = (await query(
    `SELECT p.kind, p.part, p.data, l.number, l.at, l.sequence, l.records, l.head,
       (SELECT head FROM links b WHERE b.number = l.number - 1) AS before
     FROM run_parts p JOIN links l ON l.number = p.link WHERE p.run_id = $1 AND ${condition} ORDER BY p.kind, p.part`,
    [runId, ...values],
  )) as unknown as Page[]; // the columns above
  const seals = new Map<number, Seal>();
  for (const page of pages) {
    if (!isTold(runId, page)) continue;
    for (const [sequence, seal, line] of JSON.parse(page.data) as Told[]) seals.set(sequence, { seal, line });
  }
  return seals;
}

function isTold(runId: string, { kind, part, data, before, records, head, ...link }: Page): boolean {
  const values: Value[] = [runId, kind, part, data];
  const line = `run_parts ${digest('run_parts', values)} ${JSON.stringify(values.slice(0, COVERED.run_parts.key.length))}`;
  if (!records.split('\n').includes(line)) return false;
  return before === null || headOf(before, { ...link, records: sha256(records) }) === head;
}

/** A row as it is kept, and whether it is still what was queued. Of what isn't, no more is known than its line. */
export function compared<T extends Item>(item: T, seals: Seals): T & { readonly isAltered: boolean } {
  const told = seals.get(item.sequence);
  if (told?.seal === sealOf(item)) return { ...item, isAltered: false };
  const data = JSON.stringify({ ...NOTHING, line: told?.line ?? lineOf(item) });
  return { ...item, key: null, data, isAltered: true };
}

/** What every row says that somebody has read. */
const NOTHING = {
  ...{ line: 0, reference: '', currency: '', amount: '', body: {}, documents: [] },
  ...{ content: '', fingerprint: '' },
};

/** What somebody has written there may be anything. */
const lineOf = ({ data }: Pick<Item, 'data'>): number => Number(/"line":(\d{1,9})/.exec(data)?.[1] ?? 0);
