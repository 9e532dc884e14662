// ledger verify: whether the ledger, a backup or an export is as it was written, and where it is not. It writes nothing.
import { hash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

import { PlanError } from '../../../approval/plan-error.ts';
import { readPlan } from '../../../approval/plan-format.ts';
import { verifySignatures } from '../../../approval/signatures.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import { PLAN } from '../../../ledger/evidence/archive/format.ts';
import { verifyExport } from '../../../ledger/evidence/archive/verify.ts';
import { openExport } from '../../../ledger/evidence/archive/zip.ts';
import type { Seen } from '../../../ledger/evidence/finding.ts';
import { type Verified, verifyLedger } from '../../../ledger/evidence/verify.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import type { LedgerVerifyArgs } from '../../definitions/ledger.ts';
import type { Io } from '../../io.ts';
import { prose } from '../../render/prose.ts';
import { widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { headsIn, kindOf } from './verify-files.ts';
import { findingText, verifiedText } from './verify-words.ts';

/** Findings begin at the margin, and continue indented. */
const HANG = 4;

interface Subject {
  readonly path: string;
  readonly kind: 'ledger' | 'export';
  readonly verified: Verified;
  /** Of an export: who signed the plan of its run. */
  readonly signers?: readonly Signer[];
}

export async function verifyCommand(args: LedgerVerifyArgs, io: Io): Promise<number> {
  const against = await Promise.all(args.against.map((file) => headsIn(resolve(io.cwd, file), file)));
  const { path, kind, verified, signers } = await verify(args, io, against.flat());
  const exitCode = verified.found === 0 ? 0 : 1;
  if (args.json) {
    const { ledgerId, tip, lastAt, marked, findings, found, heads, acceptances } = verified;
    const known = {
      path,
      kind,
      ledgerId,
      ledgerSequence: tip.sequence,
      ledgerHead: tip.head,
      lastAt,
      marked,
    };
    const texts = findings.map((one) => ({ ...one, message: findingText(one) }));
    const count = acceptances?.length ?? null;
    const rest = { links: tip.link, heads, acceptances: count, found, findings: texts, exitCode, signers };
    io.out(`${JSON.stringify({ ...known, ...rest })}\n`);
  } else {
    const text = verifiedText(path, kind, verified, args.against.length);
    io.out(prose(text + signersText(signers ?? []), widthOf(io), HANG));
  }
  return exitCode;
}

async function verify({ file, ...args }: LedgerVerifyArgs, io: Io, seen: readonly Seen[]): Promise<Subject> {
  const settings = new Settings(args, io);
  const place = file === undefined ? settings.ledgerPlace() : undefined;
  if (place?.kind === 'postgres') {
    const { verifyPostgres } = await import('../../../ledger/postgres/verify.ts');
    const verified = await verifyPostgres(place.address, settings.stateFolder, seen);
    return { path: place.address.shown, kind: 'ledger', verified };
  }
  const path = place?.path ?? resolve(io.cwd, file ?? '');
  const kind = kindOf(path);
  if (kind === 'export') {
    const opened = openExport(path);
    const verified = verifyExport(path, opened, seen, planFault);
    return { path, kind, verified, signers: signersOf(opened.members.get(PLAN), settings) };
  }
  if (kind !== 'ledger')
    throw new LedgerError(
      `${plainPath(path)} is neither a ledger nor an export of one`,
      undefined,
      'ledger_format',
    );
  const inUse = place !== undefined || isOwn(path, settings);
  return { path, kind, verified: verifyLedger({ path: realpathSync(path), inUse, seen }) };
}

/** Whether it is the ledger that the settings name. */
function isOwn(path: string, settings: Settings): boolean {
  try {
    return realpathSync(path) === realpathSync(settings.ledgerPath());
  } catch {
    return false;
  }
}

function planFault(text: string): string | undefined {
  try {
    verifySignatures(readPlan(text, PLAN), PLAN);
    return undefined;
  } catch (error) {
    if (error instanceof PlanError) return error.message;
    throw error;
  }
}

interface Signer {
  readonly name: string;
  readonly publicKey: string;
  readonly at: string;
  readonly rejected: string | null;
  /** Who has that key in the config here; `null`: nobody. */
  readonly approver: string | null;
}

/** None for a plan that can't be read, which is a finding. */
function signersOf(plan: Uint8Array | undefined, settings: Settings): readonly Signer[] {
  const text = Buffer.from(plan ?? []).toString('utf8');
  if (text === '' || planFault(text) !== undefined) return [];
  const { approvers } = settings.policy();
  return readPlan(text, PLAN).signatures.map(({ name, publicKey, at, rejected = null }) => {
    const approver = approvers.find((one) => one.publicKey.trim() === publicKey.trim())?.name ?? null;
    return { name, publicKey, at, rejected, approver };
  });
}

function signersText(signers: readonly Signer[]): string {
  if (signers.length === 0) return '';
  const lines = signers.map(({ name, publicKey, rejected, approver }) => {
    const did = rejected === null ? 'Signed' : 'Rejected';
    const whose =
      approver === null ? 'NOT AN APPROVER of the config here' : `${plain(approver)} in the config here`;
    return `${did} as "${plain(name)}" with the key ${hash('sha256', publicKey.trim()).slice(0, 16)}: ${whose}\n`;
  });
  return `${lines.join('')}The export does not prove whose keys these are: compare them with "approvers".\n`;
}
