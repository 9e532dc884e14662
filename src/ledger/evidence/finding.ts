// What speaks against a ledger's hash chain, and where.
import type { Message } from '../../message.ts';

type FindingKind =
  /** It is not what its link tells: changed, or set back to what it was. */
  | 'changed'
  /** A link tells of it, and it isn't there. */
  | 'missing'
  /** It is there, and no link tells of it. */
  | 'added'
  /** A link that isn't made of what it holds, or doesn't follow the one before. */
  | 'broken'
  /** The chain ends before what its mark, or somebody else, has seen of it. */
  | 'shorter'
  /** Somebody has seen another chain under this ledger's id. */
  | 'forked'
  /** A witness of another ledger. */
  | 'other'
  /** Its mark, which every ledger in use has, is gone. */
  | 'unmarked'
  /** The file's own structure is not whole: an index, a table, a page. */
  | 'damaged';

export interface Finding {
  readonly kind: FindingKind;
  /** The table, `links` for the chain itself, or the name of the witness. */
  readonly where: string;
  /** Which of them, as it is found there; empty where there is none. */
  readonly key: string;
  /** The entry that it stands at, or the last one before it. */
  readonly entry: number | null;
  readonly link: number | null;
  /** When that was written. */
  readonly at: Date | null;
  /** What else is known: a number, an id, or what the database or the system says. */
  readonly detail: string | Message;
}

/** A chain's head that somebody has seen, and wrote down. */
export interface Seen {
  readonly ledgerId: string;
  readonly sequence: number;
  readonly head: string;
  /** The file, and the line in it. */
  readonly witness: string;
}

/** How many heads that a chain was compared with it has, and how many it can't know. Contradictions are findings. */
export interface Heads {
  /** The chain has them. */
  own: number;
  /** They lie after its end, or before its beginning: it says nothing of them. */
  after: number;
  before: number;
}

/** That a person used a ledger in spite of what spoke against it (`--accept-ledger`). */
export interface Acceptance {
  /** `null` for one that was edited beyond reading: a finding, too. */
  readonly at: Date | null;
  readonly reason: string;
  /** The ledger's last entry then. */
  readonly sequence: number;
}

/** So many findings are kept; all are counted. */
export const KEPT = 100;

export type Found = Pick<Finding, 'kind' | 'where'> & Partial<Finding>;

export class Findings {
  readonly list: Finding[] = [];
  count = 0;
  readonly #known = new Set<string>();

  /** The same of the same place counts once: a member may be found out by its digest and by its content. */
  add(found: Found): void {
    const one: Finding = { key: '', entry: null, link: null, at: null, detail: '', ...found };
    const name = JSON.stringify(one);
    if (this.#known.has(name)) return;
    this.count++;
    if (this.list.length >= KEPT) return;
    this.#known.add(name);
    this.list.push(one);
  }
}

interface OwnChain {
  readonly ledgerId: string | undefined;
  /** The last entry at each head that it has. */
  readonly own: ReadonlyMap<string, number>;
  /** Its first and its last entry. */
  readonly first: number;
  readonly last: number;
  /** The ledger in use: nothing can come after its end. */
  readonly isLive: boolean;
  readonly timeOf?: (entry: number) => Date | null;
}

/** Heads of a chain that other files name, compared with the chain. A contradiction is a finding. */
export function compareHeads(
  seen: readonly Seen[],
  { ledgerId, own, first, last, isLive, timeOf }: OwnChain,
  findings: Findings,
): Heads {
  const heads = { own: 0, after: 0, before: 0 };
  for (const one of new Map(seen.map((each) => [`${each.ledgerId} ${each.head}`, each])).values()) {
    const { witness: where, sequence } = one;
    const entry = own.get(one.head);
    if (one.ledgerId !== ledgerId)
      findings.add({ kind: 'other', where, detail: one.ledgerId, entry: sequence });
    else if (entry === sequence) heads.own++;
    else if (entry !== undefined) findings.add({ kind: 'changed', where, entry, detail: `${sequence}` });
    else if (sequence > last && isLive)
      findings.add({ kind: 'shorter', where, entry: sequence, detail: `${last}` });
    else if (sequence > last) heads.after++;
    else if (sequence >= 0 && sequence < first) heads.before++;
    else {
      // A link without an entry (a plan, a run of rows that were paid before) has a head, too: it may be a later one.
      const detail = sequence === last && !isLive ? 'last' : '';
      findings.add({ kind: 'forked', where, entry: sequence, at: timeOf?.(sequence) ?? null, detail });
    }
  }
  return heads;
}
