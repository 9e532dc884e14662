// ledger verify EXPORT: the archive taken apart, each member held against the manifest, the manifest against the chain.
import { readFileSync } from 'node:fs';

import { unzipSync } from 'fflate';

import { plainPath } from '../../../files/plain.ts';
import type { Seen } from '../../../ledger/finding.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { checkArchive, readManifest } from '../../../ledger/sqlite/archive/check.ts';
import { Findings } from '../../../ledger/sqlite/chain/findings.ts';
import type { Verified } from '../../../ledger/sqlite/chain/verify.ts';

interface Archive {
  readonly members: ReadonlyMap<string, Uint8Array>;
  /** Names that are there more than once. */
  readonly twice: readonly string[];
  /** The heads that it bears, for whoever has the ledger. */
  readonly heads: (witness: string) => Seen[];
}

/** Errors: {@link LedgerError} for what is no archive. */
export function readExport(path: string): Archive {
  const names: string[] = [];
  try {
    const found = unzipSync(readFileSync(path), {
      filter: ({ name }) => {
        names.push(name);
        return true;
      },
    });
    const members = new Map(Object.entries(found));
    const twice = names.filter((name, at) => names.indexOf(name) !== at);
    return { members, twice, heads: (witness) => headsOf(members, witness) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new LedgerError(`${plainPath(path)} can't be read as an archive: ${why}`, error, 'ledger_format');
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
  const { members, twice } = readExport(path);
  const findings = new Findings();
  for (const name of twice) findings.add({ kind: 'added', where: name });
  let known;
  try {
    known = readManifest(members);
    checkArchive(members, known, findings);
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
