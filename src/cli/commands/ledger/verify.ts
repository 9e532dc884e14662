// ledger verify: whether the ledger, a backup or an export is what was written, and where it isn't. It writes nothing.
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Approver } from '../../../approval/signatures.ts';
import { plainPath } from '../../../files/plain.ts';
import { momentText } from '../../../interface/instant.ts';
import { PLAN } from '../../../ledger/evidence/archive/format.ts';
import { type Verified, verifyLedger } from '../../../ledger/evidence/verify.ts';
import type { Witnesses } from '../../../ledger/finding.ts';
import type { LedgerVerifyArgs } from '../../definitions/ledger.ts';
import type { Io } from '../../io.ts';
import { prose } from '../../render/prose.ts';
import { widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { readExport, signersJson, signersOf, signersText, verifyExport } from './export-check.ts';
import { subjectOf, witnessIn } from './verify-files.ts';
import { acceptancesText, findingText, headsText, isOwn } from './verify-words.ts';

export async function verifyCommand(args: LedgerVerifyArgs, io: Io): Promise<number> {
  const isInUse = (path: string): boolean => isSame(path, ownPath(args, io));
  const all = await Promise.all(args.against.map((file) => witnessIn(resolve(io.cwd, file), file, isInUse)));
  const witnesses = {
    seen: all.flatMap(({ seen }) => seen),
    stretches: all.flatMap(({ stretches }) => stretches),
  };
  const { path, kind, verified } = await verify(args, io, witnesses);
  const exitCode = verified.found === 0 ? 0 : 1;
  const signed = kind === 'export' ? ([signersIn(path), approversHere(args, io)] as const) : undefined;
  if (args.json) {
    const signers = signed && { signers: signersJson(...signed) };
    io.out(`${JSON.stringify({ ...json(path, kind, verified, exitCode), ...signers })}\n`);
  } else {
    io.out(prose(shown(path, kind, verified, args.against.length), widthOf(io), HANG));
    if (signed) io.out(prose(signersText(...signed), widthOf(io)));
  }
  return exitCode;
}

async function verify(
  args: LedgerVerifyArgs,
  io: Io,
  witnesses: Witnesses,
): Promise<{ path: string; kind: 'ledger' | 'export'; verified: Verified }> {
  if (args.file === undefined) return verifyOwn(new Settings(args, io), witnesses);
  const path = resolve(io.cwd, args.file);
  const kind = subjectOf(path);
  if (kind === 'export') return { path, kind, verified: verifyExport(path, witnesses) };
  return {
    path,
    kind,
    verified: verifyLedger({
      path: realpathSync(path),
      inUse: isSame(path, ownPath(args, io)),
      ...witnesses,
    }),
  };
}

const signersIn = (path: string) => signersOf(readExport(path).members.get(PLAN));

/** Where a config can be read at all: an export is verified anywhere. */
function approversHere(args: LedgerVerifyArgs, io: Io): readonly Approver[] {
  try {
    return new Settings(args, io).policy().approvers;
  } catch {
    return [];
  }
}

/** The ledger in use. */
async function verifyOwn(settings: Settings, witnesses: Witnesses) {
  const place = settings.ledgerPlace();
  if (place.kind === 'postgres') {
    const { verifyPostgres } = await import('../../../ledger/postgres/verify.ts');
    const verified = await verifyPostgres(place.address, settings.stateFolder, witnesses);
    return { path: place.address.shown, kind: 'ledger', verified } as const;
  }
  const { path } = place;
  const kind = subjectOf(path);
  if (kind === 'export') return { path, kind, verified: verifyExport(path, witnesses) };
  return { path, kind, verified: verifyLedger({ path: realpathSync(path), inUse: true, ...witnesses }) };
}

/** Where the ledger in use is, if the settings can say. */
function ownPath(args: LedgerVerifyArgs, io: Io): string | undefined {
  try {
    return new Settings(args, io).ledgerPath();
  } catch {
    return undefined;
  }
}

function isSame(path: string, own: string | undefined): boolean {
  try {
    return own !== undefined && realpathSync(path) === realpathSync(own);
  } catch {
    return false;
  }
}

function json(path: string, kind: string, verified: Verified, exitCode: number) {
  const { ledgerId, tip, lastAt, marked, findings, found, heads, acceptances } = verified;
  const known = { path, kind, ledgerId, ledgerSequence: tip.sequence, ledgerHead: tip.head, lastAt, marked };
  const count = acceptances?.length ?? null; // as ledger show has it
  const texts = findings.map((one) => ({ ...one, message: findingText(one) }));
  return { ...known, links: tip.link, heads, acceptances: count, found, findings: texts, exitCode };
}

/** Findings stand in from the edge, and go on further in. */
const HANG = 4;

function shown(path: string, kind: 'ledger' | 'export', verified: Verified, witnesses: number): string {
  const { findings, found } = verified;
  const beside = headsText(verified, kind);
  const accepted = acceptancesText(verified.acceptances ?? []);
  if (found === 0) return `${wholeText(path, kind, verified, witnesses)}${accepted}`;
  const more = found > findings.length ? `  and ${found - findings.length} more\n` : '';
  const lines = findings.map((one) => `  ${findingText(one)}\n`).join('');
  return `${plainPath(path)} was altered: ${found} finding${found === 1 ? '' : 's'}\n${lines}${more}${beside === '' ? '' : `${beside.slice(1)}\n`}${accepted}`;
}

function wholeText(path: string, kind: 'ledger' | 'export', verified: Verified, witnesses: number): string {
  const { ledgerId, tip, marked, heads } = verified;
  const what = kind === 'export' ? 'The export' : 'The ledger';
  const against = isOwn(heads)
    ? `, and every head in ${witnesses === 1 ? 'the file' : `the ${witnesses} files`} it was compared with is its own`
    : '';
  const end = marked || kind === 'export' ? '' : `\n${UNKNOWN_END}`;
  return `${what} ${plainPath(path)} is intact (id ${ledgerId}): ${countsText(kind, verified)}${against}.${headsText(verified, kind)}${end}\nHead ${tip.head}\n`;
}

/** Of a backup, and of a database that this host hasn't used. */
const UNKNOWN_END =
  'A copy cannot show whether its end was cut off: compare it with recent results, plans or exports (--against FILE).';

function countsText(kind: 'ledger' | 'export', { tip, lastAt, lastEntryAt }: Verified): string {
  // The export is a separate link, after the head that it names.
  if (kind === 'export' && tip.link > 0)
    return `its ledger had ${tip.sequence} entries in ${tip.link - 1} links, and the export is link ${tip.link}${lastAt === null ? '' : `,${timeText(lastAt)}`}`;
  return `${tip.sequence} entries${lastEntryAt === null ? '' : `, the last one${timeText(lastEntryAt)},`} in ${tip.link} links`;
}

const timeText = (at: Date | null): string => (at === null ? '' : ` written ${momentText(at)}`);
