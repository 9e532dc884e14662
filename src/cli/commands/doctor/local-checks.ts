// doctor's checks of this machine: the settings, the ledger, the room on the disk, the backup. Nothing is made or
// changed.
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

import { plain, plainPath } from '../../../files/plain.ts';
import { statsOf } from '../../../files/small-file.ts';
import { isLoopback } from '../../../interface/environment.ts';
import { describeLedger } from '../../../ledger/file/describe.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { attempt } from '../../io.ts';
import { describedLedger } from '../../ledger-access.ts';
import type { LedgerPlace } from '../../ledger-place.ts';
import { backupText } from '../../render/ledger-words.ts';
import { inWords } from '../../render/print.ts';
import type { Settings } from '../../settings.ts';
import { unreadVariables } from '../../settings-table.ts';
import { type CheckResult, fault, ok, type Setup, skipped, warning } from './setup.ts';

const MB = 1_000_000;
/** A night of 100,000 rows takes about as much in ledger and results. */
const LITTLE_ROOM = 500 * MB;
const NO_ROOM = 50 * MB;
/** A week of payments can still be found again by hand. */
const OLD_BACKUP_MS = 7 * 86_400_000;

/** Reports every setting that is missing or wrong, and every variable that paybatch does not read. */
export function checkSettings({ settings: own, io }: Setup): CheckResult {
  const where = 'paybatch config shows each setting, its value and where it came from';
  const problems = own.problems('service').map(({ message }) => message);
  const unread = unreadVariables(io.env);
  const all = plain([...problems, ...unread].join('; '));
  if (problems.length > 0)
    return fault(all, `Correct them, or run paybatch init, which asks for them. ${where}`);
  const secret = own.secretFile === undefined ? undefined : statsOf(own.secretFile);
  if (secret?.isFile() === true && (secret.mode & 0o007) !== 0)
    return warning('every user of this machine can read the file of the API secret', 'chmod 600 that file');
  if (unread.length > 0) return warning(all, `Correct its name or unset it. ${where}`);
  return ok(`complete (${own.file ?? 'no config file'})`);
}

export async function checkLedger({ settings: own, probes }: Setup): Promise<CheckResult> {
  try {
    const place = own.ledgerPlace();
    if (place.kind === 'file') {
      const isOnLoopback = probes !== undefined && isLoopback(new URL(probes.base.url).hostname);
      return await ledgerFile(place.path, own, isOnLoopback);
    }
    return await described(place, own);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof LedgerError)) return fault(message, 'Set PAYBATCH_LEDGER to its absolute path');
    return fault(message, error.code === 'no_ledger' ? FIND_LEDGER : WRONG_LEDGER);
  }
}

const WRONG_LEDGER =
  'Stop the scheduled jobs, and run no file until this is corrected: see paybatch help recovery';
const FIND_LEDGER =
  'See that the environment of your runs is loaded (set -a; . FILE; set +a): it may name another ledger. If there was one, restore it. Otherwise: paybatch ledger init';

async function ledgerFile(path: string, own: Settings, isOnLoopback: boolean): Promise<CheckResult> {
  if (!existsSync(path)) {
    const message = `there is no ledger at ${plainPath(path)}`;
    return isOnLoopback ? warning(message, 'A run on loopback creates it') : fault(message, FIND_LEDGER);
  }
  // SQLite writes its log next to the ledger.
  const locked = [dirname(path), path].find((one) => !isWritable(one));
  if (locked !== undefined)
    return fault(
      `${plainPath(locked)} cannot be written: a run could not write its ledger ${plainPath(path)}`,
      'Let this user write it, or set PAYBATCH_LEDGER to a file in another folder',
    );
  return described({ kind: 'file', path }, own);
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A ledger that a run would refuse is a fault. */
async function described(place: LedgerPlace, { values, stateFolder }: Settings): Promise<CheckResult> {
  const asRun = { pinnedId: values.ledgerId, stateFolder };
  const { path, id, sequence, environments } = await describedLedger(place, asRun);
  const doubts = environments.reduce((sum, { rows }) => sum + (rows.in_doubt ?? 0), 0);
  const message = `${plainPath(path)}, id ${id}, ${sequence} ${sequence === 1 ? 'entry' : 'entries'}`;
  return doubts === 0
    ? ok(message)
    : warning(`${message}, ${inWords(doubts, 'row')} in doubt`, 'See paybatch doubts');
}

export function disk({ settings: own, io }: Setup): CheckResult {
  const file = ledgerFileOf(own);
  const places = file !== undefined && existsSync(file) ? [file, io.cwd] : [io.cwd];
  const rooms = places.map((place) => {
    const { bavail, bsize } = statfsSync(place);
    return { place, bytes: bavail * bsize };
  });
  const least = rooms.reduce((a, b) => (b.bytes < a.bytes ? b : a));
  const message = `${Math.floor(least.bytes / MB)} MB free at ${plainPath(least.place)}`;
  const fix = 'Make room: the ledger and the results of a night grow with its rows';
  if (least.bytes < NO_ROOM) return fault(message, fix);
  return least.bytes < LITTLE_ROOM ? warning(message, fix) : ok(message);
}

export function backup({ settings: own, io }: Setup): CheckResult {
  const path = ledgerFileOf(own);
  if (path === undefined || !existsSync(path)) return skipped('there is no ledger in a file');
  const { value: description } = attempt(() => describeLedger(path));
  if (!description) return skipped("the ledger can't be read"); // its own check gives the reason
  const { lastBackup, sequence } = description;
  const fix = 'paybatch ledger backup --to NEW copies the ledger, also during a run';
  if (lastBackup === null)
    return sequence === 0 ? skipped('nothing was sent yet') : warning('no backup has been made yet', fix);
  const isOld = io.now() - lastBackup.at.getTime() > OLD_BACKUP_MS && lastBackup.sequence < sequence;
  const message = `the last one was made ${backupText(lastBackup, io.now())}`;
  return isOld ? warning(message, fix) : ok(message);
}

/** `undefined` also where the setting is wrong: its own check reports that. */
function ledgerFileOf(own: Settings): string | undefined {
  const { value: place } = attempt(() => own.ledgerPlace());
  return place?.kind === 'file' ? place.path : undefined;
}
