// ledger verify EXPORT: the archive taken apart, each member held against the manifest, the manifest against the chain, the
// plan's signatures against the plan.
import { readFileSync } from 'node:fs';

import { unzipSync } from 'fflate';

import { PlanError, readPlan } from '../../../approval/plan-format.ts';
import { verifySignatures } from '../../../approval/signatures.ts';
import { plainPath } from '../../../files/plain.ts';
import type { Seen } from '../../../ledger/finding.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { checkArchive, readManifest } from '../../../ledger/sqlite/archive/check.ts';
import { PLAN } from '../../../ledger/sqlite/archive/format.ts';
import { namesInArchive } from '../../../ledger/sqlite/archive/zip-form.ts';
import { Findings } from '../../../ledger/sqlite/chain/findings.ts';
import type { Verified } from '../../../ledger/sqlite/chain/verify.ts';

interface Archive {
  readonly members: ReadonlyMap<string, Uint8Array>;
  /** Names that are there more than once, or that no reader hands out. */
  readonly odd: readonly string[];
  /** What is wrong with the archive itself; empty for nothing. */
  readonly form: string;
  /** The heads that it bears, for whoever has the ledger. */
  readonly heads: (witness: string) => Seen[];
}

/** Errors: {@link LedgerError} for what is no archive. */
export function readExport(path: string): Archive {
  try {
    const bytes = readFileSync(path);
    const members = new Map(Object.entries(unzipSync(bytes)));
    const { names, form } = formOf(bytes);
    const odd = names.filter((name, at) => names.indexOf(name) !== at || !members.has(name));
    return { members, odd, form, heads: (witness) => headsOf(members, witness) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new LedgerError(`${plainPath(path)} can't be read as an archive: ${why}`, error, 'ledger_format');
  }
}

function formOf(bytes: Buffer): { readonly names: readonly string[]; readonly form: string } {
  try {
    return { names: namesInArchive(bytes), form: '' };
  } catch (error) {
    return { names: [], form: error instanceof Error ? error.message : String(error) };
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

function headsOf(members: ReadonlyMap<string, Uint8Array>, witness: string): Seen[] {
  const { manifest, seal } = readManifest(members);
  const { ledgerId, ledgerSequence: sequence, ledgerHead: head } = manifest;
  return [
    { ledgerId, sequence, head, witness },
    { ledgerId, sequence: seal.link.sequence, head: seal.link.head, witness },
  ];
}

/** Errors: {@link LedgerError} for what is no export. */
export function verifyExport(path: string, seen: readonly Seen[]): Verified {
  const { members, odd, form } = readExport(path);
  const findings = new Findings();
  if (form !== '') findings.add({ kind: 'damaged', where: 'the archive', detail: form });
  for (const name of odd) findings.add({ kind: 'added', where: name });
  let known;
  try {
    known = readManifest(members);
    checkArchive(members, known, findings);
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
  const { manifest, seal } = known ?? {};
  const own = manifest && seal ? headsOf(members, path) : [];
  for (const one of seen) {
    if (one.ledgerId !== manifest?.ledgerId)
      findings.add({ kind: 'other', where: one.witness, detail: one.ledgerId, entry: one.sequence });
    else if (own.some(({ sequence, head }) => one.sequence === sequence && one.head !== head))
      findings.add({ kind: 'forked', where: one.witness, entry: one.sequence });
  }
  return {
    ledgerId: manifest?.ledgerId ?? '',
    tip: {
      link: seal?.link.number ?? 0,
      sequence: manifest?.ledgerSequence ?? 0,
      head: manifest?.ledgerHead ?? '',
    },
    lastAt: seal ? new Date(seal.link.at) : null,
    marked: false,
    findings: findings.list,
    found: findings.count,
  };
}
