// Walks the hash chain from its first link to its last, and compares each record with its digest in the last link that
// names it. Then it looks for rows that no link names. Reads only.
import type { Connection } from '../file/connection.ts';
import { sha256 } from '../keys.ts';
import type { Tip } from '../records.ts';
import { digest, entriesDigest, headOf, identityDigest, SHORT } from '../store/digest.ts';
import { asNumber, asText } from '../store/question.ts';
import {
  COVERED,
  COVERED_TABLES,
  type CoveredTable,
  DIGEST,
  IDENTITY_COLUMNS,
  LINK,
} from '../store/tables.ts';
import { type Findings, KEPT, type NewFinding } from './finding.ts';
import {
  byKey,
  headOfLink,
  lineOfEntry,
  linesOf,
  type LinkRow,
  linksOf,
  readLine,
  type RowLine,
  type StoredRow,
  storedRows,
  valuesOf,
} from './links.ts';

/** A link, its last entry and its time. */
type ChainPlace = Required<Pick<NewFinding, 'link' | 'entry' | 'at'>>;

export class ChainWalk {
  readonly #db: Connection;
  readonly #findings: Findings;
  readonly #entries;
  readonly #row;
  readonly #get: Readonly<Record<CoveredTable, ReturnType<typeof byKey>>>;
  /** Rows that are missing, or differ from a link. A later link may still explain them. */
  readonly #open = new Map<string, NewFinding>();
  /** How many rows agree with their last link. */
  readonly #whole = new Map<CoveredTable, number>();
  readonly #wanted: ReadonlySet<string>;
  /** The wanted heads that the chain has, each with its last entry. */
  readonly met = new Map<string, number>();
  readonly #tip: { -readonly [K in keyof Tip]: Tip[K] };

  /** `wanted`: heads that are looked for. */
  constructor(db: Connection, findings: Findings, wanted: ReadonlySet<string>) {
    this.#wanted = wanted;
    this.#db = db;
    this.#findings = findings;
    this.#tip = { link: 0, sequence: 0, head: headOfLink(db, 0) ?? '' };
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
    this.#checkEntries(link, place);
    for (const line of linesOf(link.records).map(readLine)) {
      if (line === undefined) this.#findings.add({ kind: 'broken', where: 'links', ...place });
      else this.#checkRow(line, place);
    }
    this.#tip.link = link.number;
    this.#tip.head = link.head;
    this.#tip.sequence = Math.max(this.#tip.sequence, link.sequence);
  }

  /** Entries up to the link's last: each has the beginning of its digest, and the link the digest of all. */
  #checkEntries(link: LinkRow, { link: number, at }: ChainPlace): void {
    const after = this.#tip.sequence;
    const rows = this.#entries.all(after, link.sequence) as StoredRow[]; // the table's columns
    const found: NewFinding[] = [];
    const find = (kind: 'missing' | 'changed', entry: number, key = ''): void => {
      found.push({ kind, where: 'entries', link: number, at, entry, key });
    };
    const lines = rows.map((row) => {
      const [entry, line] = [asNumber(row['seq']), lineOfEntry(row)];
      const start = `${entry} ${asText(row[DIGEST])}`;
      if (start.length !== `${entry} `.length + SHORT || !line.startsWith(start))
        find('changed', entry, asText(row['key']));
      else if (row['identity'] !== null) this.#checkIdentity(row, { link: number, at, entry });
      return line;
    });
    const numbers = new Set(rows.map((row) => row['seq']));
    const missing = link.sequence - after - rows.length;
    for (let entry = after + 1, left = Math.min(missing, KEPT); left > 0 && entry <= link.sequence; entry++) {
      if (numbers.has(entry)) continue;
      left--;
      find('missing', entry);
    }
    if (found.length === 0 && entriesDigest(lines) !== link.entries) find('changed', link.sequence);
    for (const one of found) this.#findings.add(one);
  }

  /** The identity that an entry gave its row, unless a later entry gave it another. */
  #checkIdentity(entry: StoredRow, place: ChainPlace): void {
    const row = this.#row(entry['environment'], entry['key']);
    const found = { where: 'rows', key: asText(entry['key']), ...place };
    const name = `rows ${asNumber(entry['environment'])} ${found.key}`;
    if (!row) this.#findings.add({ kind: 'missing', ...found });
    else if (
      row['taken'] === place.entry &&
      identityDigest(valuesOf(row, IDENTITY_COLUMNS)) === entry['identity']
    )
      this.#open.delete(name);
    else this.#open.set(name, { kind: 'changed', ...found });
  }

  #checkRow({ table, key, digest: expected }: RowLine, place: ChainPlace): void {
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
    const { records } = (link ?? {}) as StoredRow; // one column
    const lines = linesOf(asText(records)).map(readLine);
    return new Set(lines.flatMap((line) => (line?.table === table ? [line.key] : [])));
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
