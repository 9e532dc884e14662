// Walks the hash chain from its first link to its last, and compares each record with its digest in the last link
// that has it. Then it looks for rows that no link has. Reads only.
import type { Connection } from '../file/connection.ts';
import { sha256 } from '../keys.ts';
import type { Tip } from '../records.ts';
import { asNumber, asText } from '../store/question.ts';
import { digest, headOf } from '../store/record.ts';
import {
  COVERED,
  COVERED_TABLES,
  type CoveredTable,
  ENTRY_COLUMNS,
  IDENTITY_COLUMNS,
  LINK,
} from '../store/tables.ts';
import type { Findings, Found } from './finding.ts';
import {
  byKey,
  type EntryLine,
  headAt,
  linesOf,
  type LinkRow,
  linksOf,
  readLine,
  type RowLine,
  type Stored,
  storedRows,
  valuesOf,
} from './links.ts';

/** A link, its last entry and its time. */
type Place = Required<Pick<Found, 'link' | 'entry' | 'at'>>;

export class Walk {
  readonly #db: Connection;
  readonly #findings: Findings;
  readonly #entries;
  readonly #row;
  readonly #get: Readonly<Record<CoveredTable, ReturnType<typeof byKey>>>;
  /** Rows that are missing, or differ from a link: a later link may still explain them. */
  readonly #open = new Map<string, Found>();
  /** How many rows are as their last link says. */
  readonly #whole = new Map<CoveredTable, number>();
  readonly #wanted: ReadonlySet<string>;
  /** Wanted heads that the chain has, each with its last entry. */
  readonly met = new Map<string, number>();
  readonly #tip: { -readonly [K in keyof Tip]: Tip[K] };

  /** `wanted`: heads that are looked for. */
  constructor(db: Connection, findings: Findings, wanted: ReadonlySet<string>) {
    this.#wanted = wanted;
    this.#db = db;
    this.#findings = findings;
    this.#tip = { link: 0, sequence: 0, head: headAt(db, 0) ?? '' };
    this.#entries = db.prepare('SELECT * FROM entries WHERE seq > ? AND seq <= ? ORDER BY seq');
    this.#row = byKey(db, 'rows');
    const tables = COVERED_TABLES.map((table) => [table, byKey(db, table)] as const);
    this.#get = Object.fromEntries(tables) as Record<CoveredTable, ReturnType<typeof byKey>>; // of each table
  }

  /** Returns the end of the chain. */
  all(): Tip {
    this.#meet();
    for (const link of linksOf(this.#db)) {
      this.#link(link);
      this.#meet();
    }
    for (const found of this.#open.values()) this.#findings.add(found);
    const beyond = this.#db
      .prepare('SELECT seq, at FROM entries WHERE seq > ? ORDER BY seq LIMIT 100')
      .all(this.#tip.sequence) as { seq: number; at: number }[]; // the columns above
    for (const { seq, at } of beyond)
      this.#findings.add({ kind: 'added', where: 'entries', entry: seq, at: new Date(at) });
    for (const table of COVERED_TABLES) this.#findAdded(table);
    return { ...this.#tip };
  }

  #meet(): void {
    if (this.#wanted.has(this.#tip.head)) this.met.set(this.#tip.head, this.#tip.sequence);
  }

  #link(link: LinkRow): void {
    const place = { link: link.number, entry: link.sequence, at: new Date(link.at) };
    const expected = headOf(this.#tip.head, { ...link, records: sha256(link.records) });
    if (link.number !== this.#tip.link + 1 || link.head !== expected)
      this.#findings.add({ kind: 'broken', where: 'links', ...place });
    const lines = linesOf(link.records).map(readLine);
    const entries = lines.filter((line) => line !== undefined && 'entry' in line);
    if (entries.length > 0) this.#checkEntries(entries, place);
    for (const line of lines) {
      if (line === undefined) this.#findings.add({ kind: 'broken', where: 'links', ...place });
      else if (!('entry' in line)) this.#checkRow(line, place);
    }
    this.#tip.link = link.number;
    this.#tip.head = link.head;
    this.#tip.sequence = Math.max(this.#tip.sequence, link.sequence);
  }

  /** Entries up to the link's last, also those that it does not have. */
  #checkEntries(lines: readonly EntryLine[], place: Place): void {
    const rows = this.#entries.all(this.#tip.sequence, place.entry) as Stored[]; // the table's columns
    const found = new Map(rows.map((row) => [asNumber(row['seq']), row]));
    for (const { entry, digest: expected, identity } of lines) {
      const row = found.get(entry);
      found.delete(entry);
      const here = { ...place, where: 'entries', entry };
      if (!row) this.#findings.add({ kind: 'missing', ...here });
      else if (digest('entries', valuesOf(row, ENTRY_COLUMNS)) !== expected)
        this.#findings.add({ kind: 'changed', ...here, key: asText(row['key']) });
      else if (identity !== undefined) this.#checkIdentity(row, identity, { ...place, entry });
    }
    for (const entry of found.keys())
      this.#findings.add({ kind: 'added', where: 'entries', entry, at: place.at });
  }

  /** The identity that an entry gave its row, unless a later entry gave it another. */
  #checkIdentity(entry: Stored, identity: string, place: Place): void {
    const row = this.#row(entry['environment'], entry['key']);
    const found = { where: 'rows', key: asText(entry['key']), ...place };
    const name = `rows ${asNumber(entry['environment'])} ${found.key}`;
    if (!row) this.#findings.add({ kind: 'missing', ...found });
    else if (row['taken'] === place.entry && digest('identity', valuesOf(row, IDENTITY_COLUMNS)) === identity)
      this.#open.delete(name);
    else this.#open.set(name, { kind: 'changed', ...found });
  }

  #checkRow({ table, key, digest: expected }: RowLine, place: Place): void {
    const row = this.#get[table](...keyOf(key));
    const name = `${table} ${key}`;
    const found = { where: table, key, ...place };
    this.#open.delete(name);
    if (!row) {
      if (expected !== undefined) this.#open.set(name, { kind: 'missing', ...found });
      return;
    }
    const link = asNumber(row[LINK]);
    if (link > asNumber(place.link)) return; // a later link has it again
    if (link === place.link && digest(table, valuesOf(row, COVERED[table].columns)) === expected)
      this.#whole.set(table, (this.#whole.get(table) ?? 0) + 1);
    else this.#findings.add({ kind: expected === undefined ? 'added' : 'changed', ...found });
  }

  /** Rows that their link does not have: looked for if the table has more rows than were found whole. */
  #findAdded(table: CoveredTable): void {
    // one column
    const { count } = this.#db.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number };
    if (count === (this.#whole.get(table) ?? 0)) return;
    let chained = { link: NaN, keys: new Set<string>() };
    for (const row of storedRows(this.#db, table)) {
      const link = asNumber(row[LINK]);
      if (link !== chained.link) chained = { link, keys: this.#keysIn(link, table) };
      const key = JSON.stringify(valuesOf(row, COVERED[table].key));
      if (!chained.keys.has(key)) this.#findings.add({ kind: 'added', where: table, key });
    }
  }

  #keysIn(number: number, table: CoveredTable): Set<string> {
    const link = this.#db.prepare('SELECT records FROM links WHERE number = ?').get(number);
    const { records } = (link ?? {}) as Stored; // one column
    const lines = linesOf(asText(records)).map(readLine);
    return new Set(
      lines.flatMap((line) => (line && 'table' in line && line.table === table ? [line.key] : [])),
    );
  }
}

/** A key that can't be read finds no row. */
function keyOf(json: string): (string | number)[] {
  try {
    return JSON.parse(json) as (string | number)[]; // a key's JSON, whose head was judged before
  } catch {
    return [];
  }
}
