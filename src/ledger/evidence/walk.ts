// Walks the hash chain from its first link to its last, and looks at each record that a link tells of: whether it is what
// was told, unless a later link tells of it again. Holds no more than one link, and what was deleted. Reads only.
import { headAt } from '../file/chain.ts';
import type { Connection } from '../file/connection.ts';
import type { Seen } from '../finding.ts';
import { sha256 } from '../keys.ts';
import { asNumber, asText } from '../store/question.ts';
import { digest, headOf } from '../store/record.ts';
import {
  COVERED,
  COVERED_TABLES,
  type CoveredTable,
  ENTRY_COLUMNS,
  IDENTITY_COLUMNS,
  LINK,
  ROW_COLUMNS,
  ROW_KEY,
} from '../store/tables.ts';
import type { Tip } from '../tip.ts';
import type { Findings } from './findings.ts';
import { type LinkRow, linksOf } from './links.ts';
import type { Stored } from './pages.ts';
import { StoredRows, valuesOf } from './stored.ts';

/** Where a line is looked at. */
interface At {
  readonly link: number;
  readonly entry: number;
  readonly at: Date;
}

export class Walk {
  readonly #db: Connection;
  readonly #findings: Findings;
  readonly #entries: StoredRows;
  readonly #rows: StoredRows;
  readonly #tables: Readonly<Record<CoveredTable, StoredRows>>;
  /** Rows that a link tells of and that aren't there; a later link may say that they were deleted. */
  readonly #gone = new Map<string, { where: string; key: string } & At>();
  readonly #whole = new Map<string, number>();
  links = 0;
  #sequence = 0;
  #head: string;

  constructor(db: Connection, findings: Findings) {
    this.#db = db;
    this.#findings = findings;
    this.#head = headAt(db, 0) ?? '';
    this.#entries = new StoredRows(db, 'entries', ['seq'], ENTRY_COLUMNS);
    this.#rows = new StoredRows(db, 'rows', ROW_KEY, ROW_COLUMNS, ['taken']);
    const tables = COVERED_TABLES.map((table) => {
      const { key, columns } = COVERED[table];
      return [table, new StoredRows(db, table, key, columns, [LINK])] as const;
    });
    this.#tables = Object.fromEntries(tables) as Record<CoveredTable, StoredRows>; // of each table
  }

  /** `seen`: heads by which somebody knows this chain; those that it has are taken out, as long as they are its own. */
  all(seen: Map<string, Seen>): Tip {
    this.#meet(seen, 0);
    for (const link of linksOf(this.#db)) {
      this.#link(link);
      this.#meet(seen, link.at);
    }
    for (const found of this.#gone.values()) this.#findings.add({ kind: 'missing', ...placed(found) });
    for (const { seq, at } of this.#beyond()) {
      this.#findings.add({ kind: 'added', where: 'entries', entry: seq, at: new Date(at) });
    }
    return { link: this.links, sequence: this.#sequence, head: this.#head };
  }

  /** Rows of a table that are what the last link says that tells of them. */
  whole(table: string): number {
    return this.#whole.get(table) ?? 0;
  }

  #meet(seen: Map<string, Seen>, at: number): void {
    const known = seen.get(this.#head);
    if (!known) return;
    seen.delete(this.#head);
    if (known.sequence === this.#sequence) return;
    const detail = `${known.sequence}`;
    this.#findings.add({
      kind: 'changed',
      where: known.witness,
      entry: this.#sequence,
      at: new Date(at),
      detail,
    });
  }

  #link(link: LinkRow): void {
    const lines = link.records === '' ? [] : link.records.split('\n');
    const place = { link: link.number, entry: link.sequence, at: new Date(link.at) };
    const expected = headOf(this.#head, { ...link, records: sha256(link.records) });
    if (link.number !== this.links + 1 || link.head !== expected) {
      this.#findings.add({
        kind: 'broken',
        where: 'links',
        link: link.number,
        entry: link.sequence,
        at: place.at,
      });
    }
    this.links = link.number;
    this.#head = link.head;
    const told = lines.filter((line) => /^\d/.test(line));
    if (told.length > 0) this.#tellEntries(told, place);
    for (const line of lines) if (!/^\d/.test(line)) this.#tell(line, place);
    this.#sequence = Math.max(this.#sequence, link.sequence);
  }

  /** Entries up to the link's last, those that it doesn't tell of as well. */
  #tellEntries(lines: readonly string[], place: At): void {
    const found = new Map<number, Stored>();
    for (const row of this.#entries.between(this.#sequence, place.entry)) found.set(Number(row['seq']), row);
    for (const line of lines) {
      const [number, entry, identity] = line.split(' ');
      const seq = Number(number);
      const row = found.get(seq);
      found.delete(seq);
      const here = { where: 'entries', entry: seq, link: place.link, at: place.at };
      if (!row) this.#findings.add({ kind: 'missing', ...here });
      else if (digest('entries', valuesOf(row, ENTRY_COLUMNS)) !== entry)
        this.#findings.add({ kind: 'changed', ...here, key: asText(row['key']) });
      else if (identity !== undefined) this.#tellTaken(row, seq, identity, place);
    }
    for (const seq of found.keys())
      this.#findings.add({ kind: 'added', where: 'entries', entry: seq, at: place.at });
  }

  /** The row that an entry took: as it says, unless a later one took it again. */
  #tellTaken(entry: Stored, seq: number, identity: string, place: At): void {
    const row = this.#rows.get(entry['environment'], entry['key']);
    const here = { where: 'rows', key: asText(entry['key']), entry: seq, link: place.link, at: place.at };
    if (!row) this.#findings.add({ kind: 'missing', ...here });
    else if (asNumber(row['taken']) > seq) return;
    else if (row['taken'] !== seq || digest('identity', valuesOf(row, IDENTITY_COLUMNS)) !== identity)
      this.#findings.add({ kind: 'changed', ...here });
    else this.#count('rows');
  }

  /** A line of a table: `TABLE DIGEST KEY`, `TABLE - KEY` for a row that was deleted. */
  #tell(line: string, place: At): void {
    const [, table = '', digests = '', name = ''] = /^(\w+) ([-\w]+) (\[.*\])$/s.exec(line) ?? [];
    if (!isCovered(table)) {
      this.#findings.add({
        kind: 'broken',
        where: 'links',
        link: place.link,
        entry: place.entry,
        at: place.at,
      });
      return;
    }
    const row = this.#tables[table].get(...keyOf(name));
    const id = `${table}${name}`;
    const here = { where: table, key: name, ...place };
    if (!row) {
      if (digests === '-') this.#gone.delete(id);
      else this.#gone.set(id, here);
      return;
    }
    const link = asNumber(row[LINK]);
    if (link > place.link) return; // told of again, there
    if (link === place.link && digest(table, valuesOf(row, COVERED[table].columns)) === digests)
      this.#count(table);
    else this.#findings.add({ kind: digests === '-' ? 'added' : 'changed', ...placed(here) });
  }

  #count(table: string): void {
    this.#whole.set(table, this.whole(table) + 1);
  }

  #beyond(): { seq: number; at: number }[] {
    return this.#db
      .prepare('SELECT seq, at FROM entries WHERE seq > ? ORDER BY seq LIMIT 100')
      .all(this.#sequence) as { seq: number; at: number }[]; // the columns above
  }
}

const placed = ({ where, key, link, entry, at }: { where: string; key: string } & At) => ({
  where,
  key,
  link,
  entry,
  at,
});

const isCovered = (table: string): table is CoveredTable => Object.hasOwn(COVERED, table);

/** A key that can't be read finds no row. */
function keyOf(json: string): (string | number)[] {
  try {
    return JSON.parse(json) as (string | number)[]; // a key's JSON, whose head was judged before
  } catch {
    return [];
  }
}
