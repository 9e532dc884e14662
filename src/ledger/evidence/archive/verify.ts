// Verifies an export without its ledger: the archive, its members, and heads of the ledger's chain that other files name.
import { readFileSync } from 'node:fs';

import { unzipSync } from 'fflate';

import type { Heads, Seen } from '../../finding.ts';
import { LedgerError } from '../../ledger-error.ts';
import { Findings, type Found } from '../findings.ts';
import { addOthers, forkedAt, type Verified } from '../verify.ts';
import { checkArchive, type Members, readManifest } from './check.ts';
import { CHAIN, type ExportedLink, MANIFEST, type Manifest, PLAN, SEAL, type Seal } from './format.ts';
import { judgeUnpackedSize, readArchive } from './zip-form.ts';

interface Read {
  readonly manifest: Manifest;
  readonly seal: Seal;
}

export interface OpenedExport {
  readonly members: Members;
  /** What is wrong with the archive itself. */
  readonly found: readonly Found[];
}

/** Errors: {@link LedgerError} for a file that is not an archive. */
export function openExport(path: string): OpenedExport {
  const bytes = readFileSync(path);
  const members = new Map<string, Uint8Array>();
  const found: Found[] = [];
  try {
    for (const { name, content } of readArchive(bytes)) {
      if (members.has(name)) found.push({ kind: 'added', where: name });
      if (content === undefined) found.push({ kind: 'changed', where: name });
      members.set(name, content ?? new Uint8Array());
    }
    return { members, found };
  } catch (error) {
    // Written by another program: its members are read all the same, to name the changed ones.
    const damaged = { kind: 'damaged', where: 'the archive', detail: reasonOf(error) } as const;
    return { members: anyMembers(path, bytes), found: [damaged] };
  }
}

function anyMembers(path: string, bytes: Buffer): Members {
  try {
    let size = 0;
    const filter = ({ originalSize }: { readonly originalSize: number }): boolean => {
      judgeUnpackedSize(bytes, (size += originalSize));
      return true;
    };
    return new Map(Object.entries(unzipSync(bytes, { filter })));
  } catch (error) {
    throw new LedgerError(`${path} can't be read as an archive: ${reasonOf(error)}`, error, 'ledger_format');
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * `planFault`: what is wrong with the plan and its signatures, if anything is. Errors: {@link LedgerError} for an archive that
 * is not an export.
 */
export function verifyExport(
  path: string,
  { members, found }: OpenedExport,
  seen: readonly Seen[],
  planFault: (plan: string) => string | undefined,
): Verified {
  const findings = new Findings();
  for (const one of found) findings.add(one);
  let read: Read | undefined;
  try {
    read = readManifest(members);
    checkArchive(members, read, findings);
    const plan = members.get(PLAN);
    const detail = plan && planFault(Buffer.from(plan).toString('utf8'));
    if (detail !== undefined) findings.add({ kind: 'changed', where: PLAN, detail });
  } catch (error) {
    if (!members.has(MANIFEST) && !members.has(SEAL))
      throw new LedgerError(`${path} is an archive, but not an export of a ledger`, error, 'ledger_format');
    findings.add({ kind: 'damaged', where: MANIFEST, detail: reasonOf(error) });
  }
  const { manifest, seal } = read ?? {};
  addOthers(seen, manifest?.ledgerId, findings);
  return {
    ledgerId: manifest?.ledgerId ?? '',
    tip: {
      link: seal?.link.number ?? 0,
      sequence: manifest?.ledgerSequence ?? 0,
      head: manifest?.ledgerHead ?? '',
    },
    lastAt: seal ? new Date(seal.link.at) : null,
    lastEntryAt: null,
    marked: false,
    heads: read
      ? compareHeads(entriesByHead(members, read), read.manifest, seen, findings)
      : { own: 0, after: 0, before: 0 },
    findings: findings.list,
    found: findings.count,
    acceptances: null,
  };
}

/** The number of the last entry at each head that the export has, in the order of the chain. */
function entriesByHead(members: Members, { manifest, seal }: Read): ReadonlyMap<string, number> {
  let links: readonly ExportedLink[] = [];
  try {
    const lines = Buffer.from(members.get(CHAIN) ?? [])
      .toString('utf8')
      .split('\n');
    links = lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ExportedLink])); // compared with the seal
  } catch {
    // That is a finding of checkArchive.
  }
  return new Map([
    ...links.map(({ head, sequence }) => [head, sequence] as const),
    [manifest.ledgerHead, manifest.ledgerSequence],
    [seal.link.head, seal.link.sequence],
  ]);
}

function compareHeads(
  own: ReadonlyMap<string, number>,
  { ledgerId }: Manifest,
  seen: readonly Seen[],
  findings: Findings,
): Heads {
  const heads = { own: 0, after: 0, before: 0 };
  const [first = 0] = own.values();
  const sequence = Math.max(...own.values());
  for (const one of new Map(seen.map((each) => [each.head, each])).values()) {
    if (one.ledgerId !== ledgerId) continue;
    const entry = own.get(one.head);
    if (entry === one.sequence) heads.own++;
    else if (entry !== undefined)
      findings.add({ kind: 'changed', where: one.witness, entry, detail: `${one.sequence}` });
    else if (one.sequence > sequence) heads.after++;
    else if (one.sequence >= 0 && one.sequence <= first) heads.before++;
    else findings.add(forkedAt(one, sequence, { isLive: false, at: null }));
  }
  return heads;
}
