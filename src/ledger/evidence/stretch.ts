// Two holders of one ledger's chain, held against each other by the numbers of their links: whether they agree as far as both
// go, and where they part. Pure; links() alone reads.
import { headAt } from '../file/chain.ts';
import type { Connection } from '../file/connection.ts';
import type { Heads, Seen, Stretch } from '../finding.ts';
import { asText } from '../store/question.ts';
import type { Tip } from '../tip.ts';
import type { Findings, Found } from './findings.ts';
import { StoredRows } from './stored.ts';

/** What holds the chain that is judged. */
export interface Subject {
  readonly links: Pick<Stretch, 'first' | 'last' | 'at'>;
  readonly tip: Pick<Tip, 'sequence'>;
  /** The ledger itself: a chain that goes on after its end is one that it has lost. */
  readonly isLive: boolean;
}

export const noHeads = (): Heads => ({ own: 0, after: 0, before: 0, goOn: 0 });

/** Stretches of this ledger's chain: one that contradicts is a finding, the others are counted. */
export function judgeStretches(
  { links, tip, isLive }: Subject,
  stretches: readonly Stretch[],
  findings: Findings,
  heads: Heads,
): void {
  for (const other of stretches) {
    const parted = partedAt(links, other);
    const end = other.at(other.last)?.sequence ?? 0;
    if (parted !== undefined) {
      const entry = other.at(parted)?.sequence ?? end;
      findings.add({ kind: 'forked', where: other.witness, entry, link: parted });
    } else if (other.last > links.last && isLive)
      findings.add({ kind: 'shorter', where: other.witness, entry: end, detail: `${tip.sequence}` });
    else if (other.last < links.last && other.isLive && !isLive)
      findings.add({ kind: 'shorter', where: other.witness, entry: end, detail: '' });
    else if (other.first > links.last) heads.after++;
    else if (other.last < links.first) heads.before++;
    else if (other.last > links.last) heads.goOn++;
    else heads.own++;
  }
}

/** A head that the chain hasn't got, of an entry that is no further than its end. */
export function forkedAt(
  { sequence, witness }: Seen,
  { tip, isLive }: Omit<Subject, 'links'>,
  at: Date | null,
): Found {
  // What tells of no entry (a plan, a run of rows that were paid before) has a head, too: it may be a later one.
  const detail = sequence === tip.sequence && !isLive ? 'last' : '';
  return { kind: 'forked', where: witness, entry: sequence, at, detail };
}

/** The first link that both have and that isn't the same; `undefined` where there is none. A head is made of all before it. */
function partedAt(one: Subject['links'], other: Subject['links']): number | undefined {
  let [low, high] = [Math.max(one.first, other.first), Math.min(one.last, other.last)];
  const isSame = (link: number): boolean => one.at(link)?.head === other.at(link)?.head;
  if (high < low || isSame(high)) return undefined;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isSame(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of the chain in `db`, looked up one by one. */
export function linksIn(db: Connection, { link: last }: Tip): Subject['links'] {
  const sequence = db.prepare('SELECT sequence FROM links WHERE number = ?');
  return {
    first: 0,
    last,
    at: (link) => {
      const head = headAt(db, link);
      const row = sequence.get(link) as { sequence: number } | undefined; // one column
      return head === undefined ? undefined : { head, sequence: row?.sequence ?? 0 };
    },
  };
}

const HEAD_BYTES = 32;

/** The whole chain in `db`, in 40 bytes for each link. */
export function keptLinks(db: Connection, { link: last }: Tip): Subject['links'] {
  const heads = Buffer.alloc((last + 1) * HEAD_BYTES);
  const sequences = new Float64Array(last + 1);
  heads.write(headAt(db, 0) ?? '', 'hex');
  for (const row of new StoredRows(db, 'links', ['number'], ['number', 'sequence', 'head']).all()) {
    const number = Number(row['number']);
    if (!(number > 0 && number <= last)) continue;
    heads.write(asText(row['head']), number * HEAD_BYTES, 'hex');
    sequences[number] = Number(row['sequence']);
  }
  return {
    first: 0,
    last,
    at: (link) => ({
      head: heads.toString('hex', link * HEAD_BYTES, (link + 1) * HEAD_BYTES),
      sequence: sequences[link] ?? 0,
    }),
  };
}
