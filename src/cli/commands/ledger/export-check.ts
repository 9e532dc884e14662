// ledger verify EXPORT: the archive taken apart, each member held against the manifest, the manifest against the chain, the
// plan's signatures against the plan.
import { readFileSync } from 'node:fs';

import { PlanError } from '../../../approval/plan-error.ts';
import { readPlan } from '../../../approval/plan-format.ts';
import { verifySignatures } from '../../../approval/signatures.ts';
import { plainPath } from '../../../files/plain.ts';
import type { Seen, Stretch, Witnesses } from '../../../ledger/finding.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { checkArchive, readManifest } from '../../../ledger/sqlite/archive/check.ts';
import { PLAN } from '../../../ledger/sqlite/archive/format.ts';
import { readAnyArchive, readArchive } from '../../../ledger/sqlite/archive/zip-form.ts';
import { Findings, type Found } from '../../../ledger/sqlite/chain/findings.ts';
import { noHeads } from '../../../ledger/sqlite/chain/stretch.ts';
import { addOthers, type Verified } from '../../../ledger/sqlite/chain/verify.ts';
import { exportedChain, judgeWitnesses } from './export-links.ts';

interface Archive {
  readonly members: ReadonlyMap<string, Uint8Array>;
  /** What is wrong with the archive itself. */
  readonly found: readonly Found[];
  /** Its part of the chain, for whoever has the ledger. Errors: any. */
  readonly links: (witness: string) => Stretch;
}

/** Errors: {@link LedgerError} for what is no archive. */
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
    // Not ours: what is in it is told as far as any reader finds it.
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

/** Errors: {@link LedgerError} for what is no export. */
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
