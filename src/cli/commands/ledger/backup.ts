// ledger backup: a copy of the ledger at one moment, verified before it gets its name.
import { resolve } from 'node:path';

import { plainPath } from '../../../files/plain.ts';
import { backUp } from '../../../ledger/evidence/backup.ts';
import { say } from '../../../words/say.ts';
import type { LedgerBackupArgs } from '../../definitions/ledger.ts';
import { type Io, UsageError } from '../../io.ts';
import { PUT_BACK } from '../../render/ledger-words.ts';
import { printResult } from '../../render/print.ts';
import { Settings } from '../../settings.ts';
import { detailText, findingText } from './verify-words.ts';

/** Exit code 1: the copy was written, but the ledger was altered before. */
export function backupCommand(args: LedgerBackupArgs, io: Io): number {
  const to = resolve(io.cwd, args.to);
  const { copy, unrecorded } = backUp(fileOf(new Settings(args, io)), to, () => new Date(io.now()));
  const { ledgerId, tip, findings, found } = copy;
  const exitCode = found === 0 ? 0 : 1;
  const known = { path: to, ledgerId, ledgerSequence: tip.sequence, ledgerHead: tip.head };
  const told = findings.map((one) => ({ ...one, detail: detailText(one) }));
  const result = { ...known, findings: told, recorded: unrecorded === null, exitCode };
  // Without this, the two heads would look like a fork.
  const noted = unrecorded === null ? '. The ledger has recorded this backup' : '';
  const text = `Copied the ledger to ${plainPath(to)}: ${tip.sequence} entries, head ${tip.head}${noted}\n`;
  printResult(io, args.json, result, text);
  if (unrecorded !== null)
    io.err(`paybatch: the copy is good, but the ledger could not record it: ${say(unrecorded)}\n`);
  if (exitCode === 1) {
    io.err('paybatch: the copy equals the ledger, but the ledger was altered:\n', 'error');
    for (const one of findings) io.err(`  ${findingText(one)}\n`, 'error');
  }
  return exitCode;
}

/** Errors: {@link UsageError} for a ledger on Postgres: a second copy there could pay, too. */
function fileOf(settings: Settings): string {
  const place = settings.ledgerPlace();
  if (place.kind === 'file') return place.path;
  const { schema, shown } = place.address;
  throw new UsageError(
    `the ledger ${shown} is backed up by its server's own means: a base backup with its log (pg_basebackup, pgBackRest), or pg_dump --schema=${schema} --schema=${schema}_queue. ${PUT_BACK}. Nothing was copied`,
    'settings',
  );
}
