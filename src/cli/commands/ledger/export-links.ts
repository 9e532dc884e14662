// The part of the ledger's chain that an export bears, and what heads that others have seen say to it. Pure.
import type { Heads, Seen, Stretch } from '../../../ledger/finding.ts';
import type { Manifest, Seal } from '../../../ledger/sqlite/archive/format.ts';
import { CHAIN, type ExportedLink } from '../../../ledger/sqlite/archive/format.ts';
import type { Findings } from '../../../ledger/sqlite/chain/findings.ts';
import { forkedAt, judgeStretches } from '../../../ledger/sqlite/chain/stretch.ts';

type Link = Pick<ExportedLink, 'number' | 'sequence' | 'head'>;

export interface ExportedChain {
  readonly links: Pick<Stretch, 'first' | 'last' | 'at'>;
  /** Entries of which every head is in it: after this one, up to the last. */
  readonly after: number;
  readonly sequence: number;
  readonly byHead: ReadonlyMap<string, Link>;
}

/** Members that can't be read are findings (checkArchive): here the manifest's word and the seal are left. */
export function exportedChain(
  members: ReadonlyMap<string, Uint8Array>,
  { manifest, seal }: { manifest: Manifest; seal: Seal },
): ExportedChain {
  const told = linksOf(members);
  const [start] = told;
  const before = start?.before !== undefined && [{ ...start, number: start.number - 1, head: start.before }];
  const end = { number: seal.link.number - 1, sequence: manifest.ledgerSequence, head: manifest.ledgerHead };
  const all: readonly Link[] = [...(before || []), ...told, end, seal.link];
  const byNumber = new Map(all.map((link) => [link.number, link]));
  const first = Math.min(...[all[0], end].map((link) => link?.number ?? 0));
  // A link that tells of entries is the first of its height; before one that doesn't, there may be others.
  const isFirst = /^\d/m.test(start?.records ?? '');
  return {
    links: { first, last: seal.link.number, at: (number) => byNumber.get(number) },
    after: (start ?? end).sequence - (isFirst ? 1 : 0),
    sequence: seal.link.sequence,
    byHead: new Map(all.map((link) => [link.head, link])),
  };
}

function linksOf(members: ReadonlyMap<string, Uint8Array>): readonly ExportedLink[] {
  try {
    const lines = Buffer.from(members.get(CHAIN) ?? '')
      .toString('utf8')
      .split('\n');
    return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ExportedLink])); // or a finding
  } catch {
    return [];
  }
}

/** What bears heads of this ledger: a contradiction is a finding, the others are counted. */
export function judgeWitnesses(
  chain: ExportedChain,
  { seen, stretches }: { seen: readonly Seen[]; stretches: readonly Stretch[] },
  findings: Findings,
  heads: Heads,
): void {
  const { links, after, sequence, byHead } = chain;
  const subject = { links, tip: { sequence }, isLive: false };
  for (const one of new Map(seen.map((each) => [each.head, each])).values()) {
    const own = byHead.get(one.head);
    if (own && own.number > links.first && own.sequence !== one.sequence)
      findings.add({
        kind: 'changed',
        where: one.witness,
        entry: own.sequence,
        detail: `${one.sequence}`,
      });
    else if (own) heads.own++;
    else if (one.sequence > sequence) heads.after++;
    else if (one.sequence >= 0 && one.sequence <= after) heads.before++;
    else findings.add(forkedAt(one, subject, null));
  }
  judgeStretches(subject, stretches, findings, heads);
}
