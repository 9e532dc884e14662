// The tables of a ledger, as data: the same on every store. What the hash chain covers stands in COVERED, entries and rows aside,
// which it tells of in their own way (record.ts).
import { canonicalDecimal } from '../../interface/decimal.ts';

export interface Table {
  /** The primary key, in its order. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** May be missing. */
  readonly empty?: readonly string[];
}

const words = (text: string): string[] => text.split(' ');

const table = (key: string, columns: string, empty = ''): Table => ({
  key: words(key),
  columns: words(columns),
  empty: words(empty),
});

/** Which link a row was last told by; not part of what is told. */
export const LINK = 'link';

/** Tables whose rows change, or come one by one: each row is told by a link, again after each change. */
export const COVERED = {
  run_rows: table(
    'run_id sequence',
    'run_id sequence line key reference status created_id currency amount message code',
    'key',
  ),
  run_parts: table('run_id kind part', 'run_id kind part data'),
  // begun: the link that told of its beginning, so that runs have an order that no clock decides. paid: what was created of its
  // file, by currency.
  runs: table(
    'id',
    'id environment kind batch_id file rows started_at begun finished_at exit_code counts paid host pid file_hash parent settings ledger_path ledger_inode',
    'finished_at exit_code counts paid file_hash parent ledger_path ledger_inode',
  ),
  // A batch as its first run had it; what each run was told is with the run.
  batches: table(
    'environment kind id',
    'environment kind id file_hash parent settings created_at',
    'file_hash parent',
  ),
  uploads: table('environment sha256', 'environment sha256 document_id at'),
  environments: table('id', 'id name'),
  // Each time a person used this ledger in spite of what spoke against it.
  acceptances: table(
    'id',
    'id at reason mark_ledger_id mark_sequence sequence',
    'mark_ledger_id mark_sequence',
  ),
  // Copies that were made of it, and the height and the head that they hold.
  backups: table('id', 'id at path sequence head'),
  // What was handed out of a run: the digest of the archive's manifest.
  exports: table('id', 'id at run_id manifest'),
  // Where the ledger went: it is in use where its last move has arrived, and nowhere else (moved.ts).
  moves: table('id', 'id at source target arrived', 'arrived'),
} as const satisfies Readonly<Record<string, Table>>;

export type CoveredTable = keyof typeof COVERED;
export const COVERED_TABLES = Object.keys(COVERED) as CoveredTable[]; // the table's own keys

/** What happened, for ever: only ever added to. Each is told once, by its number. */
export const ENTRIES = table(
  'seq',
  'seq environment key run_id line type resend at body idempotency_key idempotency_header http_status answer by data',
  'body idempotency_key idempotency_header http_status answer by',
);
export const ENTRY_COLUMNS = ENTRIES.columns;

/** What a row is, as the entry that took it says: all that no entry holds. The rest is the fold of its entries. */
export const IDENTITY_COLUMNS: readonly string[] = words(
  'environment key kind reference folded content fingerprint target account payee run_id batch_id line sequence currency amount',
);
/** With what the fold over its entries gives. */
export const ROW_COLUMNS: readonly string[] = [
  ...IDENTITY_COLUMNS,
  ...words('state by_person created_id updated_at intent_entry doubt_entry'),
];
export const ROW_KEY: readonly string[] = ['environment', 'key'];

/** What a ledger is made of, wherever it is kept. */
export const LEDGER_TABLES: Readonly<Record<string, Table>> = {
  entries: ENTRIES,
  // `taken`: the entry that made the row what it is.
  rows: {
    key: ROW_KEY,
    columns: [...ROW_COLUMNS, 'taken'],
    // No content: it is the fingerprint.
    empty: words('reference folded content created_id doubt_entry'),
  },
  // The hash chain: a link for each transaction, with a line for each entry and each row that it wrote (record.ts).
  links: table('number', 'number at sequence records head'),
  ...Object.fromEntries(
    COVERED_TABLES.map((name) => [name, { ...COVERED[name], columns: [...COVERED[name].columns, LINK] }]),
  ),
};

/** Columns that hold whole numbers; every other one holds text. `id` is a number in some tables, and a text in others. */
const NUMBERS: ReadonlySet<string> = new Set(
  words(
    'seq environment line resend at http_status sequence by_person updated_at intent_entry doubt_entry taken number part rows ' +
      'started_at begun finished_at exit_code pid created_at mark_sequence arrived done entry link',
  ),
);
const NUMBERED: ReadonlySet<string> = new Set(words('environments acceptances backups exports moves'));

export const isText = (name: string, column: string): boolean =>
  column === 'id' ? !NUMBERED.has(name) : !NUMBERS.has(column);

export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** As a list in a condition. */
export const listed = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ');
/** What may have been paid. */
export const MAYBE_PAID_STATES: readonly string[] = ['created', 'sending', 'in_doubt'];
export const MAYBE_PAID = listed(MAYBE_PAID_STATES);

/** The bytes that a row stands for: those of its last sending, until a word takes it back to one before. */
export const sentBody = (row: string): string =>
  `coalesce((SELECT body FROM entries WHERE seq = ${row}.taken), (SELECT body FROM entries WHERE seq = ${row}.intent_entry))`;

/** An amount digit for digit, in the one spelling that `amountText` has: no zeros behind the point or ahead, no lone point. */
export const AMOUNT = `ltrim(CASE WHEN amount LIKE '%.%' THEN rtrim(rtrim(amount, '0'), '.') ELSE amount END, '0')`;
export const amountText = (amount: string): string => canonicalDecimal(amount).replace(/^0+/, '');

/** Made when the rows have their values: faster than keeping them while the rows change. Both stores understand them. */
export const INDEXES: readonly string[] = [
  `rows_open ON rows (environment, state) WHERE state IN ('sending', 'in_doubt')`,
  `rows_fingerprint ON rows (environment, fingerprint) WHERE fingerprint <> ''`,
  `rows_target ON rows (environment, target) WHERE doubt_entry IS NOT NULL`,
  `rows_reference ON rows (environment, kind, folded) WHERE folded IS NOT NULL`,
  `rows_account ON rows (environment, account, intent_entry, currency, amount) WHERE account <> '' AND state = 'created'`,
  `rows_payee ON rows (environment, payee, intent_entry) WHERE payee <> '' AND state = 'created'`,
  `rows_created ON rows (environment, kind, created_id) WHERE created_id IS NOT NULL`,
  `entries_key ON entries (environment, key)`,
  `entries_contradicted ON entries (environment, seq) WHERE type = 'contradicted'`,
  `links_height ON links (sequence)`,
  `runs_begun ON runs (environment, begun)`,
  `runs_batch ON runs (environment, batch_id)`,
].map((index) => `CREATE INDEX ${index}`);
