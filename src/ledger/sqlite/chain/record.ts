// What the chain says of a record, and how: each table that is covered, its key and its columns, and a record's one text,
// which is hashed. Pure. A column that is empty (NULL) has no part in the text, so that a table may get further columns
// that are empty for what is there; a step of the schema that changes stored values makes a snapshot (snapshot.ts).
import { sha256 } from '../../keys.ts';

export type Value = string | number | Uint8Array | ArrayBuffer | null | undefined;

/** For people, and where a text is expected: what is none is an empty one. */
export const asText = (value: Value): string => (typeof value === 'string' ? value : '');

/** What is none is a number that nothing has. */
export const asNumber = (value: Value): number => (typeof value === 'number' ? value : -1);

/** Which link a row was last told by; not part of what is told. */
export const LINK = 'link';

interface Covered {
  /** The primary key, in its order. */
  readonly key: readonly string[];
  /** Only ever added to, at the end. */
  readonly columns: readonly string[];
}

/** Tables whose rows change, or come one by one: each row is told by a link, again after each change. */
export const COVERED = {
  run_rows: {
    key: ['run_id', 'sequence'],
    columns: 'run_id sequence line key reference status created_id currency amount message code'.split(' '),
  },
  run_parts: { key: ['run_id', 'kind', 'part'], columns: 'run_id kind part data'.split(' ') },
  runs: {
    key: ['id'],
    columns:
      'id environment kind batch_id file rows started_at finished_at exit_code counts host pid file_hash parent settings ledger_path ledger_inode balances'.split(
        ' ',
      ),
  },
  batches: {
    key: ['environment', 'kind', 'id'],
    columns: 'environment kind id file_hash parent settings created_at'.split(' '),
  },
  uploads: {
    key: ['environment', 'sha256'],
    columns: 'environment sha256 document_id at'.split(' '),
  },
  environments: { key: ['id'], columns: ['id', 'name'] },
  acceptances: {
    key: ['id'],
    columns: 'id at reason mark_ledger_id mark_sequence sequence'.split(' '),
  },
  backups: { key: ['id'], columns: 'id at path sequence head'.split(' ') },
  exports: { key: ['id'], columns: 'id at run_id manifest'.split(' ') },
  moves: { key: ['id'], columns: 'id at source target arrived'.split(' ') },
  habits: {
    key: ['environment', 'account', 'currency'],
    columns: 'environment account currency median looked_at entry recent'.split(' '),
  },
  payees: { key: ['environment', 'payee'], columns: 'environment payee account entry recent'.split(' ') },
  file_totals: {
    key: ['environment', 'currency', 'batch'],
    columns: 'environment currency batch total entry'.split(' '),
  },
  history_mark: { key: ['one'], columns: ['one', 'entry'] },
} as const satisfies Readonly<Record<string, Covered>>;

export type CoveredTable = keyof typeof COVERED;
export const COVERED_TABLES = Object.keys(COVERED) as CoveredTable[]; // the table's own keys

/** Entries are never changed: each is told once, by its number. */
export const ENTRY_COLUMNS: readonly string[] =
  'seq environment key run_id line type resend at body body_hash idempotency_key idempotency_header http_status answer by data'.split(
    ' ',
  );

/** What a row of `rows` is, as the entry that took it says: all that no entry holds. The rest is the fold of its entries. */
export const IDENTITY_COLUMNS: readonly string[] =
  'environment key kind reference folded content fingerprint run_id batch_id line sequence currency amount'.split(
    ' ',
  );
/** With what the fold over its entries gives. */
export const ROW_COLUMNS: readonly string[] = [
  ...IDENTITY_COLUMNS,
  ...'state by_person created_id updated_at intent_entry'.split(' '),
];
export const ROW_KEY: readonly string[] = ['environment', 'key'];

/** Makes the text of records of one table: each value with its name and its length, so that no two records share one. */
export function textOf(table: string, columns: readonly string[]): (values: readonly Value[]) => string {
  const names = columns.map((name) => `\n${name} `);
  return (values) => {
    let text = table;
    for (let at = 0; at < names.length; at++) {
      const value = values[at];
      if (value === null || value === undefined) continue;
      text += names[at] ?? '';
      if (typeof value === 'string') text += `${value.length}:${value}`;
      else if (typeof value === 'number') text += `n${value}`;
      else text += `b${Buffer.from(new Uint8Array(value)).toString('hex')}`;
    }
    return text;
  };
}

const texts = {
  entries: textOf('entries', ENTRY_COLUMNS),
  identity: textOf('rows', IDENTITY_COLUMNS),
  rows: textOf('rows', ROW_COLUMNS),
  ...Object.fromEntries(COVERED_TABLES.map((table) => [table, textOf(table, COVERED[table].columns)])),
} as Record<'entries' | 'identity' | 'rows' | CoveredTable, ReturnType<typeof textOf>>; // the names above

/** Of the values of its columns, in their order. */
export function digest(what: keyof typeof texts, values: readonly Value[]): string {
  return sha256(texts[what](values));
}

/** The head of an empty chain. */
export function genesis(ledgerId: string, createdAt: number): string {
  return sha256(`paybatch-chain/1\n${ledgerId}\n${createdAt}`);
}

export interface Link {
  readonly number: number;
  /** Milliseconds, by the writer's clock. */
  readonly at: number;
  /** The highest entry's number after it. */
  readonly sequence: number;
  /** SHA-256 (hex) of what it tells. */
  readonly records: string;
}

export function headOf(before: string, { number, at, sequence, records }: Link): string {
  return sha256(`${before}\n${number}\n${at}\n${sequence}\n${records}`);
}
