// The tables of a ledger as data, the same in a file and on Postgres. The hash chain covers entries, rows and the
// tables in COVERED.
import { canonicalDecimal } from '../../interface/decimal.ts';

export interface LedgerTable {
  /** The primary key, in its order. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** The columns with whole numbers. The others have text. */
  readonly numbers: ReadonlySet<string>;
}

/** `columns`: the names of columns with whole numbers end with `#`. */
export function table(key: string, columns: string): LedgerTable {
  const declared = columns.split(' ');
  const numbers = declared.filter((column) => column.endsWith('#')).map((column) => column.slice(0, -1));
  return {
    key: key.split(' '),
    columns: declared.map((column) => column.replace('#', '')),
    numbers: new Set(numbers),
  };
}

/** The link with a row's last digest. It is not part of the digest. */
export const LINK = 'link';

/** Each row has a line in a link, and another one after each change. */
export const COVERED = {
  // Rows as their run reports them, unless an entry of the run says the same.
  run_rows: table(
    'run_id sequence',
    'run_id sequence# line# key reference status created_id currency amount message code',
  ),
  run_parts: table('run_id kind part', 'run_id kind part# data'),
  // begun: the link of its beginning, which orders runs without a clock. paid: the totals of created rows, by
  // currency.
  runs: table(
    'id',
    'id environment# kind batch_id file rows# started_at# begun# finished_at# exit_code# counts paid host pid# file_hash parent settings ledger_path ledger_inode',
  ),
  // What `remember` keeps: ids of documents, and what is known of results and retry files.
  uploads: table('environment sha256', 'environment# sha256 document_id at#'),
  environments: table('id', 'id# name'),
  // Runs and batches, which entries and rows name by a number. id: that of the entry that first named this one.
  names: table('kind id', 'kind id# name'),
  // Objections to the ledger that a person accepted.
  acceptances: table('id', 'id# at# reason sequence#'),
  // Backups, with the end of their chain.
  backups: table('id', 'id# at# path sequence# head'),
  // Exports of runs: the digest of the archive's manifest.
  exports: table('id', 'id# at# run_id manifest'),
  // Moves of the ledger, which is in use only where its last move has arrived (move.ts).
  moves: table('id', 'id# at# source target arrived#'),
  // Runs of several hosts with their settings, and their rows as they were submitted (queue.ts).
  submissions: table('run_id', 'run_id environment# kind batch_id version settings max_in_doubt#'),
  items: table('run_id sequence', 'run_id sequence# chunk# key data line#'),
} as const satisfies Readonly<Record<string, LedgerTable>>;

export type CoveredTable = keyof typeof COVERED;
export const COVERED_TABLES = Object.keys(COVERED) as CoveredTable[]; // the table's own keys

/**
 * Entries are only added. An outcome with the row's `sequence` is also the run's report of the row. `identity`: the
 * digest of the identity that the entry gives the row.
 */
const ENTRY =
  'seq# environment# key run# line# sequence# type resend# at# body idempotency_key idempotency_header http_status# answer ' +
  'by created_id message code currency amount identity data';
export const ENTRY_COLUMNS = table('seq', ENTRY).columns;

/** The beginning of an entry's digest: it shows which entry of a link was changed. */
export const DIGEST = 'digest';

/** A row's identity, from its `taken` entry. `account` is a hash. */
const IDENTITY =
  'environment# key folded content fingerprint target account# payee run# batch# line# sequence# currency amount';
export const IDENTITY_COLUMNS = table('environment key', IDENTITY).columns;

/**
 * The other columns are the fold of the row's entries. `state_entry`: the entry that gave the row its state.
 * `created`: the hash of the id in that entry.
 */
const ROW = `${IDENTITY} state by_person# created# updated_at# state_entry# intent_entry# doubt_entry#`;
export const ROW_COLUMNS = table('environment key', ROW).columns;

/** The tables of every ledger. */
export const LEDGER_TABLES: Readonly<Record<string, LedgerTable>> & { readonly rows: LedgerTable } = {
  entries: table('seq', `${ENTRY} ${DIGEST}`),
  // `taken`: the entry that gave the row its identity. `content` is empty where it equals the fingerprint.
  rows: table('environment key', `${ROW} taken#`),
  // The hash chain: a link for each transaction, with the digest of its entries, and a line for each other row that it
  // wrote (record.ts).
  links: table('number', 'number# at# sequence# entries records head'),
  ...Object.fromEntries(COVERED_TABLES.map((name) => [name, withLink(COVERED[name])])),
};

function withLink({ key, columns, numbers }: LedgerTable): LedgerTable {
  return { key, columns: [...columns, LINK], numbers: new Set([...numbers, LINK]) };
}

export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/**
 * The rows of a run as it reports them: from `run_rows`, else from their entries. A missing reference is that of the
 * key.
 */
export const REPORTED = `CREATE VIEW reported AS
  SELECT run_id, sequence, line, key, reference, status, created_id, currency, amount, message, code
  FROM run_rows WHERE status <> ''
  UNION ALL
  SELECT name, sequence, line, key, NULL, type, coalesce(created_id, ''), currency, amount, message, code
  FROM names n JOIN entries e ON e.run = n.id WHERE kind = 'run' AND sequence IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM run_rows t WHERE t.run_id = n.name AND t.sequence = e.sequence)`;

/** Columns outside the key may be NULL. */
export function tableSql(
  name: string,
  { key, columns, numbers }: LedgerTable,
  type: { readonly text: string; readonly number: string },
): string {
  const lines = columns.map((column) => `"${column}" ${numbers.has(column) ? type.number : type.text}`);
  return `CREATE TABLE "${name}" (${lines.join(', ')}, PRIMARY KEY (${quoted(key)}))`;
}

/** Tables whose rows never change. */
const ADDED: ReadonlySet<string> = new Set(['entries', 'links', 'run_parts']);

/** Inserts rows, or replaces those with the same keys. `rows`: VALUES or a query. */
export function upsertSql(
  name: string,
  { key, columns }: Omit<LedgerTable, 'numbers'>,
  rows: string,
): string {
  const insert = `INSERT INTO "${name}" (${quoted(columns)}) ${rows}`;
  if (ADDED.has(name)) return insert;
  const rest = columns.filter((column) => !key.includes(column));
  const replaced = rest.map((column) => `"${column}" = excluded."${column}"`).join(', ');
  return `${insert} ON CONFLICT (${quoted(key)}) DO UPDATE SET ${replaced}`;
}

export const listed = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ');
export const MAYBE_PAID_STATES: readonly string[] = ['created', 'sending', 'in_doubt'];
export const MAYBE_PAID = listed(MAYBE_PAID_STATES);

export type Named = 'run' | 'batch';

/** In SQL, the id of a run or batch by its number, and the number by its id. */
export const nameOf = (kind: Named, number: string): string =>
  `(SELECT name FROM names WHERE kind = '${kind}' AND id = ${number})`;
export const numberOf = (kind: Named, name: string): string =>
  `(SELECT id FROM names WHERE kind = '${kind}' AND name = ${name})`;

/** The request body of a row. */
export const sentBody = (row: string): string =>
  `coalesce((SELECT body FROM entries WHERE seq = ${row}.taken), (SELECT body FROM entries WHERE seq = ${row}.intent_entry))`;

/** An amount without leading zeros and without zeros at the end of its decimals, as `amountText` makes it. */
export const AMOUNT = `ltrim(CASE WHEN amount LIKE '%.%' THEN rtrim(rtrim(amount, '0'), '.') ELSE amount END, '0')`;
export const amountText = (amount: string): string => canonicalDecimal(amount).replace(/^0+/, '');

/** When a copy is filled, they are made last. */
export const INDEXES: readonly string[] = [
  `rows_open ON rows (environment, state) WHERE state IN ('sending', 'in_doubt')`,
  `rows_fingerprint ON rows (environment, fingerprint) WHERE fingerprint <> ''`,
  `rows_target ON rows (environment, target) WHERE doubt_entry IS NOT NULL`,
  `rows_reference ON rows (environment, folded) WHERE folded IS NOT NULL`,
  `rows_account ON rows (environment, account, intent_entry, currency, amount) WHERE account IS NOT NULL AND state = 'created'`,
  `rows_payee ON rows (environment, payee, intent_entry) WHERE payee <> '' AND state = 'created'`,
  `rows_created ON rows (created) WHERE created IS NOT NULL`,
  `entries_key ON entries (environment, key)`,
  `entries_reported ON entries (run, sequence) WHERE sequence IS NOT NULL`,
  `entries_contradicted ON entries (environment, seq) WHERE type = 'contradicted'`,
  `links_height ON links (sequence)`,
  `runs_begun ON runs (environment, begun)`,
  `names_name ON names (name, kind)`,
  `runs_batch ON runs (environment, batch_id)`,
].map((index) => `CREATE INDEX ${index}`);
