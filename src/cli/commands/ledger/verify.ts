// ledger verify: whether the ledger, a backup or an export is as it was written, and where it is not. It writes
// nothing.
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

import { readPlan } from '../../../approval/plan-format.ts';
import { verifySignatures } from '../../../approval/signatures.ts';
import { EXIT } from '../../../errors.ts';
import { plainPath } from '../../../files/plain.ts';
import { PLAN } from '../../../ledger/evidence/archive/format.ts';
import { verifyExport } from '../../../ledger/evidence/archive/verify.ts';
import { openExport } from '../../../ledger/evidence/archive/zip.ts';
import type { SeenHead } from '../../../ledger/evidence/finding.ts';
import { evidenceMessage } from '../../../ledger/evidence/messages.ts';
import { type Verified, verifyLedger } from '../../../ledger/evidence/verify.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import type { Message } from '../../../message.ts';
import type { LedgerVerifyArgs } from '../../definitions/ledger.ts';
import { attempt, type Io } from '../../io.ts';
import { printResult } from '../../render/print.ts';
import { Settings } from '../../settings.ts';
import { headsIn, kindOf } from './verify-files.ts';
import { detailText, findingText, verifiedText } from './verify-words.ts';

type VerifiedFile = Readonly<{ path: string; kind: 'ledger' | 'export'; verified: Verified }>;

export async function verifyCommand(args: LedgerVerifyArgs, io: Io): Promise<number> {
  const against = await Promise.all(args.against.map((file) => headsIn(resolve(io.cwd, file), file)));
  const { path, kind, verified } = await verify(args, io, against.flat());
  const { ledgerId, tip, lastAt, marked, findings, found, heads, acceptances } = verified;
  // A copy that ends before a head is shorter than the ledger was. An export is of one run: others may have followed.
  const isTooOld = kind === 'ledger' && heads.after > 0;
  const result = {
    ...{ path, kind, ledgerId, ledgerSequence: tip.sequence, ledgerHead: tip.head, links: tip.link },
    ...{ lastAt, marked, heads, acceptances: acceptances?.length ?? null, found },
    findings: findings.map((one) => ({ ...one, detail: detailText(one), message: findingText(one) })),
    exitCode: found > 0 || isTooOld ? EXIT.refusedRows : EXIT.ok,
  };
  return printResult(io, args.json, result, verifiedText(path, kind, verified));
}

async function verify(
  { file, ...args }: LedgerVerifyArgs,
  io: Io,
  seen: readonly SeenHead[],
): Promise<VerifiedFile> {
  const settings = new Settings(args, io);
  const place = file === undefined ? settings.ledgerPlace() : undefined;
  if (place?.kind === 'postgres') {
    const { verifyPostgres } = await import('../../../ledger/postgres/mirror.ts');
    const verified = await verifyPostgres(place.address, settings.stateFolder, seen);
    return { path: place.address.shown, kind: 'ledger', verified };
  }
  const path = place?.path ?? resolve(io.cwd, file ?? '');
  const kind = await kindOf(path);
  if (kind === 'export')
    return { path, kind, verified: verifyExport(path, openExport(path), seen, planFault) };
  if (kind !== 'ledger')
    throw new LedgerError(
      evidenceMessage('neither_ledger_nor_export', { path: plainPath(path) }),
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

const planFault = (text: string): Message | undefined =>
  attempt(() => verifySignatures(readPlan(text, PLAN), PLAN)).problem?.told;
