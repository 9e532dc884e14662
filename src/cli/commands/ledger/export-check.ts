// ledger verify EXPORT: each member compared with the manifest, the manifest with the chain, the plan's signatures with the plan.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { PlanError } from '../../../approval/plan-error.ts';
import { type PlanSignature, readPlan } from '../../../approval/plan-format.ts';
import { type Approver, verifySignatures } from '../../../approval/signatures.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import { checkArchive, readManifest } from '../../../ledger/evidence/archive/check.ts';
import {
  CHAIN,
  type ExportedLink,
  type Manifest,
  PLAN,
  type Seal,
} from '../../../ledger/evidence/archive/format.ts';
import { readAnyArchive, readArchive } from '../../../ledger/evidence/archive/zip-form.ts';
import { Findings, type Found } from '../../../ledger/evidence/findings.ts';
import { forkedAt, judgeStretches, noHeads } from '../../../ledger/evidence/stretch.ts';
import { addOthers, type Verified } from '../../../ledger/evidence/verify.ts';
import { type Heads, type Seen, type Stretch, type Witnesses } from '../../../ledger/finding.ts';
import { LedgerError } from '../../../ledger/ledger.ts';

interface Archive {
  readonly members: ReadonlyMap<string, Uint8Array>;
  /** What is wrong with the archive itself. */
  readonly found: readonly Found[];
  /** Its part of the chain, for whoever has the ledger. Errors: any. */
  readonly links: (witness: string) => Stretch;
}

/** Errors: {@link LedgerError} for a file that is not an archive. */
export function readExport(path: string): Archive {
  const bytes = readFileSync(path);
  const { members, found } = membersOf(bytes, path);
  return { members, found, links: (witness) => stretchOf(members, witness) };
}

function membersOf(bytes: Buffer, path: string): Pick<Archive, 'members' | 'found'> {
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
    const detail = error instanceof Error ? error.message : String(error);
    // Written by another program: its members are listed as far as any reader finds them.
    return { members: anyMembers(bytes, path), found: [{ kind: 'damaged', where: 'the archive', detail }] };
  }
}

function anyMembers(bytes: Buffer, path: string): ReadonlyMap<string, Uint8Array> {
  try {
    return readAnyArchive(bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new LedgerError(`${plainPath(path)} can't be read as an archive: ${why}`, error, 'ledger_format');
  }
}

/** The plan that the run was held to: its signatures, and that it is the one that the run names. */
function checkPlan(members: ReadonlyMap<string, Uint8Array>, findings: Findings): void {
  const bytes = members.get(PLAN);
  if (!bytes) return;
  try {
    verifySignatures(readPlan(Buffer.from(bytes).toString('utf8'), PLAN), PLAN);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    findings.add({ kind: 'changed', where: PLAN, detail: error.message });
  }
}

/** The part of the chain in it. Errors: any, for one whose manifest or seal can't be read. */
function stretchOf(members: ReadonlyMap<string, Uint8Array>, witness: string): Stretch {
  const read = readManifest(members);
  return {
    ...{ ledgerId: read.manifest.ledgerId, witness, isLive: false },
    ...exportedChain(members, read).links,
  };
}

/** Errors: {@link LedgerError} for a file that is not an export. */
export function verifyExport(path: string, { seen, stretches }: Witnesses): Verified {
  const { members, found } = readExport(path);
  const findings = new Findings();
  for (const one of found) findings.add(one);
  let read;
  try {
    read = readManifest(members);
    checkArchive(members, read, findings);
    checkPlan(members, findings);
  } catch (error) {
    if (!members.has('manifest.json') && !members.has('seal.json')) {
      throw new LedgerError(
        `${plainPath(path)} is an archive, but no export of a ledger`,
        error,
        'ledger_format',
      );
    }
    findings.add({
      kind: 'damaged',
      where: 'manifest.json',
      detail: error instanceof Error ? error.message : '',
    });
  }
  const { manifest, seal } = read ?? {};
  const heads = noHeads();
  addOthers([...seen, ...stretches], manifest?.ledgerId, findings);
  const ofThis = (one: Seen | Stretch): boolean => one.ledgerId === manifest?.ledgerId;
  const own = { seen: seen.filter(ofThis), stretches: stretches.filter(ofThis) };
  if (read) judgeWitnesses(exportedChain(members, read), own, findings, heads);
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
    findings: findings.list,
    found: findings.count,
    heads,
    acceptances: null,
  };
}

type Link = Pick<ExportedLink, 'number' | 'sequence' | 'head'>;

export interface ExportedChain {
  readonly links: Pick<Stretch, 'first' | 'last' | 'at'>;
  /** Entries of which every head is in it: after this one, up to the last. */
  readonly after: number;
  readonly sequence: number;
  readonly byHead: ReadonlyMap<string, Link>;
}

/** Members that can't be read are findings (checkArchive): here the manifest's word and the seal are left. */
function exportedChain(
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

/** Heads of this ledger in other files: a contradiction is a finding, the others are counted. */
function judgeWitnesses(
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

/** Empty if there is no plan, or none that can be read, which is a separate finding. */
export function signersOf(bytes: Uint8Array | undefined): readonly PlanSignature[] {
  if (!bytes) return [];
  try {
    return readPlan(Buffer.from(bytes).toString('utf8'), PLAN).signatures;
  } catch (error) {
    if (error instanceof PlanError) return [];
    throw error;
  }
}

/** Short enough to be read aloud. */
const fingerprint = (publicKey: string): string => hash('sha256', publicKey.trim()).slice(0, 16);

const knownAs = ({ publicKey }: PlanSignature, approvers: readonly Approver[]): Approver | undefined =>
  approvers.find((one) => one.publicKey.trim() === publicKey.trim());

/** For programs: `approver` is who has that key in the config here, `null` where it is nobody's. */
export function signersJson(signers: readonly PlanSignature[], approvers: readonly Approver[]) {
  return signers.map((one) => ({
    name: one.name,
    publicKey: one.publicKey,
    at: one.at,
    rejected: one.rejected ?? null,
    approver: knownAs(one, approvers)?.name ?? null,
  }));
}

export function signersText(signers: readonly PlanSignature[], approvers: readonly Approver[]): string {
  if (signers.length === 0) return '';
  const lines = signers.map((one) => {
    const { name, publicKey, rejected } = one;
    const known = knownAs(one, approvers);
    const did = rejected === undefined ? 'Signed' : 'Rejected';
    const who = known
      ? `${plain(known.name)} in the config here`
      : approvers.length > 0
        ? "WHICH IS NONE OF THE APPROVERS' in the config here"
        : 'of which the config here knows nothing (approvers)';
    return `${did} as "${plain(name)}" by the key ${fingerprint(publicKey)}, ${who}\n`;
  });
  return `${lines.join('')}Whose keys these are is not proved by the export: compare them with approvers, and its heads with results of your own (--against)\n`;
}
