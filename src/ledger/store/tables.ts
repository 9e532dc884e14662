// The tables of a ledger, as data: the same in a file and on Postgres. The hash chain covers entries, rows and those
// in COVERED.
import { canonicalDecimal } from '../../interface/decimal.ts';

export interface Table {
  /** The primary key, in its order. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Of them, those that hold whole numbers; the others hold text. */
  readonly numbers: ReadonlySet<string>;
}

/** `columns`: those that hold whole numbers end with `#`. */
export function table(key: string, columns: string): Table {
  const declared = columns.split(' ');
  const numbers = declared.filter((column) => column.endsWith('#')).map((column) => column.slice(0, -1));
  return {
    key: key.split(' '),
    columns: declared.map((column) => column.replace('#', '')),
    numbers: new Set(numbers),
  };
}

/** The link that has a row's last digest; no part of the digest. */
export const LINK = 'link';

/** Each row has a line in a link, again after each change. */
export const COVERED = {
  // What the entries of the run do not say of its rows: those that it did not send, and later reports.
  run_rows: table(
    'run_id sequence',
    'run_id sequence# line# key reference status created_id currency amount message code',
  ),
  run_parts: table('run_id kind part', 'run_id kind part# data'),
  // begun: the link of its beginning, which orders runs without a clock. paid: what was created of its file, by
  // currency.
  runs: table(
    'id',
    'id environment# kind batch_id file rows# started_at# begun# finished_at# exit_code# counts paid host pid# file_hash parent settings ledger_path ledger_inode',
  ),
  uploads: table('environment sha256', 'environment# sha256 document_id at#'),
  environments: table('id', 'id# name'),
  // Each has the number of the entry that first named it.
  batches: table('id', 'id# name'),
  // Each time a person accepted the ledger in spite of an objection.
  acceptances: table('id', 'id# at# reason sequence#'),
  // Copies that were made of it, with the end of their chain.
  backups: table('id', 'id# at# path sequence# head'),
  // Exports of runs: the digest of the archive's manifest.
  exports: table('id', 'id# at# run_id manifest'),
  // Where the ledger was moved: it is in use only where its last move has arrived (moved.ts).
  moves: table('id', 'id# at# source target arrived#'),
  // Runs of several hosts with what decides about their rows, and their rows as they were submitted (queue.ts).
  submissions: table('run_id', 'run_id environment# kind batch_id version settings max_in_doubt#'),
  items: table('run_id sequence', 'run_id sequence# chunk# key data line#'),
} as const satisfies Readonly<Record<string, Table>>;

export type CoveredTable = keyof typeof COVERED;
export const COVERED_TABLES = Object.keys(COVERED) as CoveredTable[]; // the table's own keys

/**
 * Only ever added to. An outcome that says what its run reports of the row has the row's `sequence`. `identity`: the
 * digest of the identity that the row gets by the entry.
 */
const ENTRY =
  'seq# environment# key run_id line# sequence# type resend# at# body idempotency_key idempotency_header http_status# answer ' +
  'by created_id message code currency amount identity data';
export const ENTRY_COLUMNS = table('seq', ENTRY).columns;

/** The beginning of an entry's digest: it shows which entry of a link was changed. */
export const DIGEST = 'digest';

/** A row's identity, as the write of its `taken` entry gave it; `account` is a hash. */
const IDENTITY =
  'environment# key folded content fingerprint target account# payee run_id batch# line# sequence# currency amount';
export const IDENTITY_COLUMNS = table('environment key', IDENTITY).columns;

/**
 * The other columns are the fold of its entries. `state_entry`: the one that gave it its state, and `created` the hash
 * of the id in it.
 */
const ROW = `${IDENTITY} state by_person# created# updated_at# state_entry# intent_entry# doubt_entry#`;
export const ROW_COLUMNS = table('environment key', ROW).columns;

/** What a ledger is made of, wherever it is kept. */
export const LEDGER_TABLES: Readonly<Record<string, Table>> & { readonly rows: Table } = {
  entries: table('seq', `${ENTRY} ${DIGEST}`),
  // `taken`: the entry that gave the row its identity. `content` is empty where it equals the fingerprint.
  rows: table('environment key', `${ROW} taken#`),
  // The hash chain: a link for each transaction, with the digest of its entries, and a line for each other row that it
  // wrote (record.ts).
  links: table('number', 'number# at# sequence# entries records head'),
  ...Object.fromEntries(COVERED_TABLES.map((name) => [name, withLink(COVERED[name])])),
};

function withLink({ key, columns, numbers }: Table): Table {
  return { key, columns: [...columns, LINK], numbers: new Set([...numbers, LINK]) };
}

export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/**
 * The rows of a run as it reports them: each as its entry has it, unless the table of such rows has it. A missing
 * reference is that of the key.
 */
export const REPORTED = `CREATE VIEW reported AS
  SELECT run_id, sequence, line, key, reference, status, created_id, currency, amount, message, code
  FROM run_rows WHERE status <> ''
  UNION ALL
  SELECT run_id, sequence, line, key, NULL, type, coalesce(created_id, ''), currency, amount, message, code
  FROM entries e WHERE sequence IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM run_rows t WHERE t.run_id = e.run_id AND t.sequence = e.sequence)`;

/** Values may be missing, unless they are a key: what must be there, whoever writes sees to. */
export function tableSql(
  name: string,
  { key, columns, numbers }: Table,
  type: { readonly text: string; readonly number: string },
): string {
  const lines = columns.map((column) => `"${column}" ${numbers.has(column) ? type.number : type.text}`);
  return `CREATE TABLE "${name}" (${lines.join(', ')}, PRIMARY KEY (${quoted(key)}))`;
}

/** Only ever added to. */
const ADDED: ReadonlySet<string> = new Set(['entries', 'links', 'run_parts']);

/** Writes rows, over those with the same keys. `rows`: VALUES or a query. */
export function upsertSql(name: string, { key, columns }: Omit<Table, 'numbers'>, rows: string): string {
  const insert = `INSERT INTO "${name}" (${quoted(columns)}) ${rows}`;
  if (ADDED.has(name)) return insert;
  const rest = columns.filter((column) => !key.includes(column));
  const replaced = rest.map((column) => `"${column}" = excluded."${column}"`).join(', ');
  return `${insert} ON CONFLICT (${quoted(key)}) DO UPDATE SET ${replaced}`;
}

export const listed = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ');
export const MAYBE_PAID_STATES: readonly string[] = ['created', 'sending', 'in_doubt'];
export const MAYBE_PAID = listed(MAYBE_PAID_STATES);

/** The request body that a row stands for. */
export const sentBody = (row: string): string =>
  `coalesce((SELECT body FROM entries WHERE seq = ${row}.taken), (SELECT body FROM entries WHERE seq = ${row}.intent_entry))`;

/** An amount without leading zeros, and without zeros at the end of its decimals, as `amountText` writes it. */
export const AMOUNT = `ltrim(CASE WHEN amount LIKE '%.%' THEN rtrim(rtrim(amount, '0'), '.') ELSE amount END, '0')`;
export const amountText = (amount: string): string => canonicalDecimal(amount).replace(/^0+/, '');

/** Made after the rows of a copy. */
export const INDEXES: readonly string[] = [
  `rows_open ON rows (environment, state) WHERE state IN ('sending', 'in_doubt')`,
  `rows_fingerprint ON rows (environment, fingerprint) WHERE fingerprint <> ''`,
  `rows_target ON rows (environment, target) WHERE doubt_entry IS NOT NULL`,
  `rows_reference ON rows (environment, folded) WHERE folded IS NOT NULL`,
  `rows_account ON rows (environment, account, intent_entry, currency, amount) WHERE account IS NOT NULL AND state = 'created'`,
  `rows_payee ON rows (environment, payee, intent_entry) WHERE payee <> '' AND state = 'created'`,
  `rows_created ON rows (environment, created) WHERE created IS NOT NULL`,
  `entries_key ON entries (environment, key)`,
  `entries_reported ON entries (run_id, sequence) WHERE sequence IS NOT NULL`,
  `entries_contradicted ON entries (environment, seq) WHERE type = 'contradicted'`,
  `links_height ON links (sequence)`,
  `runs_begun ON runs (environment, begun)`,
  `batches_name ON batches (name)`,
  `runs_batch ON runs (environment, batch_id)`,
].map((index) => `CREATE INDEX ${index}`);
