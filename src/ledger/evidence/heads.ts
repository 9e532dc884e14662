// Heads of a ledger's chain that other files name, compared with the chain. A contradiction is a finding. Pure.
import type { Findings, Heads, Seen } from './finding.ts';

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
