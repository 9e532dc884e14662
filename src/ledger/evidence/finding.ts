// Findings about a ledger's hash chain: what is wrong, and where.
import type { Message } from '../../message.ts';

type FindingKind =
  /** It differs from its link: it was changed, or set back to an earlier state. */
  | 'changed'
  /** A link names it, but it isn't there. */
  | 'missing'
  /** It is there, but no link names it. */
  | 'added'
  /** A link whose head doesn't follow from its content and from the link before. */
  | 'broken'
  /** The chain ends before the end that its mark, or another file, names. */
  | 'shorter'
  /** Another file names a different chain with this ledger's id. */
  | 'forked'
  /** The other file names another ledger. */
  | 'other'
  /** The mark, which every ledger in use has, is missing. */
  | 'unmarked'
  /** The file's structure is damaged: an index, a table, a page. */
  | 'damaged';

export interface LedgerFinding {
  readonly kind: FindingKind;
  /** The table, `links` for the chain itself, or the other file. */
  readonly where: string;
  /** The key of the row; else empty. */
  readonly key: string;
  /** The entry of the finding, or the last entry before it. */
  readonly entry: number | null;
  readonly link: number | null;
  /** When that entry or link was written. */
  readonly at: Date | null;
  /** A number, an id, or words of the database or the system. */
  readonly detail: string | Message;
}

/** A chain's head that another file names. */
export interface SeenHead {
  readonly ledgerId: string;
  readonly sequence: number;
  readonly head: string;
  /** The file, and the line in it. */
  readonly place: string;
}

/** How many of the compared heads the chain has, and how many it can't have. Contradictions are findings. */
export interface Heads {
  /** The chain has them. */
  own: number;
  /** Heads after the end of the chain, or before its beginning. The chain cannot prove them. */
  after: number;
  before: number;
}

/** A person accepted an objection to the ledger (`--accept-ledger`). */
export interface Acceptance {
  /** `null` for one that was edited and is unreadable, which is also a finding. */
  readonly at: Date | null;
  readonly reason: string;
  /** The ledger's last entry then. */
  readonly sequence: number;
}

/** So many findings are kept. All are counted. */
export const KEPT = 100;

export type NewFinding = Pick<LedgerFinding, 'kind' | 'where'> & Partial<LedgerFinding>;

export class Findings {
  readonly list: LedgerFinding[] = [];
  count = 0;
  readonly #known = new Set<string>();

  /** The same finding counts once: a member may differ by its digest and by its content. */
  add(found: NewFinding): void {
    const one: LedgerFinding = { key: '', entry: null, link: null, at: null, detail: '', ...found };
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
  /** The ledger in use. Nothing can come after its end. */
  readonly isLive: boolean;
  readonly timeOf?: (entry: number) => Date | null;
}

/** Compares heads that other files name with the chain. A contradiction is a finding. */
export function compareHeads(
  seen: readonly SeenHead[],
  { ledgerId, own, first, last, isLive, timeOf }: OwnChain,
  findings: Findings,
): Heads {
  const heads = { own: 0, after: 0, before: 0 };
  for (const one of new Map(seen.map((each) => [`${each.ledgerId} ${each.head}`, each])).values()) {
    const { place: where, sequence } = one;
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
      // A link without entries (a plan, a run without new payments) has a head, too. It may be a later one.
      const detail = sequence === last && !isLive ? 'last' : '';
      findings.add({ kind: 'forked', where, entry: sequence, at: timeOf?.(sequence) ?? null, detail });
    }
  }
  return heads;
}
