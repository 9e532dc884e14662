// doctor's looks at this machine: the settings, the ledger, the room on the disk, the backup. Nothing is made or changed.
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { plain, plainPath } from '../../../files/plain.ts';
import { isLoopback } from '../../../interface/environment.ts';
import { describeLedger, type LedgerDescription } from '../../../ledger/file/describe.ts';
import { LedgerError, type LedgerErrorCode } from '../../../ledger/ledger.ts';
import { approvalHere } from '../../approval.ts';
import { ACCEPT_ELSEWHERE } from '../../failure.ts';
import type { Io } from '../../io.ts';
import { backupText } from '../../render/ledger-words.ts';
import type { Settings } from '../../settings.ts';
import { settingProblems } from '../../settings-check.ts';
import { unreadVariables } from '../../settings-table.ts';
import { fault, faultOf, type Finding, ok, skipped, warning } from './finding.ts';
import type { Addresses } from './service-checks.ts';

const MB = 1_000_000;
/** A night of 100,000 rows takes about as much in ledger and results. */
const LITTLE_ROOM = 500 * MB;
const NO_ROOM = 50 * MB;

/** Every setting that is missing, wrong, or in a variable that nobody reads; not the first alone. */
export function settings(found: Settings, io: Io): Finding {
  const problems = settingProblems(found, 'service').map(({ message }) => message);
  const unread = unreadVariables(io.env);
  const fix = 'paybatch config shows each setting, its value and where it came from';
  const said = plain([...problems, ...unread].join('; '));
  if (problems.length > 0) return fault('settings', said, fix);
  const { value: secretFile } = found.get('apiSecretFile');
  if (secretFile !== null && isReadByAll(resolve(io.cwd, secretFile)))
    return warning(
      'settings',
      'every user of this machine can read the file of the API secret',
      'chmod 600 that file',
    );
  if (unread.length > 0) return warning('settings', said, `Correct its name or unset it; ${fix}`);
  return ok(
    'settings',
    `complete (${found.config?.path ?? 'no config file'}); ${approvalHere(found.policy(), found.baseUrl())}`,
  );
}

/** A pipe has no readers that matter. */
function isReadByAll(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && (stats.mode & 0o007) !== 0;
}

export async function ledger(own: Settings, addresses: Addresses | undefined): Promise<Finding> {
  let isServer = false;
  try {
    const place = own.ledgerPlace();
    isServer = place.kind === 'postgres';
    if (place.kind === 'file') return ledgerFile(place.path, own, addresses);
    const { describePostgres } = await import('../../../ledger/postgres/describe.ts');
    const known = await describePostgres(place.address, own.stateFolder);
    if (known.objection === undefined) return described(known);
    const fix = `Bring back the right one: it alone knows what was paid. ${ACCEPT_ELSEWHERE}`;
    return fault('ledger', `${plainPath(known.path)} ${plain(known.objection)}`, fix);
  } catch (error) {
    if (!(error instanceof LedgerError))
      return faultOf('ledger', error, 'Set PAYBATCH_LEDGER to its absolute path');
    const unusable = isServer ? NOT_LET_IN : 'Correct what it names; the ledger itself is not lost';
    const fix = error.code === 'ledger' ? unusable : FIXES[error.code];
    return faultOf('ledger', error, fix ?? 'Bring back the right ledger: it alone knows what was paid');
  }
}

const NOT_WRITABLE =
  'Set PAYBATCH_LEDGER to a file in a folder that this user can write, or correct the folder';
const NOT_LET_IN =
  'Set right what it names: the address or its role (PAYBATCH_LEDGER), the password (PAYBATCH_LEDGER_PASSWORD, or the file in PGPASSFILE), or the server';

const NO_LEDGER =
  'See that the environment of your runs is loaded (set -a; . FILE; set +a): it may name another. If there was one, restore it. Otherwise: paybatch ledger init';
const FIXES: Readonly<Partial<Record<LedgerErrorCode, string>>> = {
  ledger_moved: 'Set PAYBATCH_LEDGER, or "ledger" in the config file, to where it is now',
  ledger_unreachable: 'Start its server, or set the address right',
  ledger_unsafe: 'Set it on the server, and run this again',
  no_ledger: NO_LEDGER,
  missing_package: 'Install it beside paybatch',
  node_version: 'Use a later Node',
};

/** Why a run could not write its ledger there; `undefined` where it can. Its log is written beside it. */
function whyNotWritable(path: string): string | undefined {
  const folder = existing(path);
  if (!statSync(folder).isDirectory()) return `${plainPath(folder)} is not a folder`;
  for (const place of [folder, ...(existsSync(path) ? [path] : [])]) {
    try {
      accessSync(place, constants.W_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException; // Node's error
      return `${plainPath(place)} cannot be written (${code ?? ''})`;
    }
  }
  return undefined;
}

function ledgerFile(path: string, found: Settings, addresses: Addresses | undefined): Finding {
  const why = whyNotWritable(path);
  if (why !== undefined)
    return fault('ledger', `${why}: a run could not write its ledger ${plainPath(path)}`, NOT_WRITABLE);
  if (!existsSync(path)) return noLedger(path, addresses);
  // Before it is opened: that sets the mode right.
  const open = (statSync(path).mode & 0o077) !== 0;
  const { stateFolder } = found;
  const description = describeLedger(path, {
    pinnedId: found.get('ledgerId').value ?? undefined,
    stateFolder,
  });
  if (!open) return described(description);
  const message = `${plainPath(path)} could be read by other users of this machine`;
  return warning('ledger', message, 'Its mode is 0600 again; find out what had changed it');
}

function described({ path, id, sequence, environments }: LedgerDescription): Finding {
  const doubts = environments.reduce((sum, { rows }) => sum + (rows.in_doubt ?? 0), 0);
  const message = `${plainPath(path)}, id ${id}, ${sequence} ${sequence === 1 ? 'entry' : 'entries'}`;
  if (doubts === 0) return ok('ledger', message);
  return warning(
    'ledger',
    `${message}, ${doubts} row${doubts === 1 ? '' : 's'} in doubt`,
    'See paybatch doubts',
  );
}

function noLedger(path: string, addresses: Addresses | undefined): Finding {
  const message = `there is none at ${plainPath(path)}`;
  const loopback = addresses !== undefined && isLoopback(new URL(addresses.baseUrl).hostname);
  return loopback
    ? warning('ledger', message, 'On loopback a run makes it')
    : fault('ledger', message, NO_LEDGER);
}

export function disk(found: Settings, io: Io): Finding {
  let places: string[];
  try {
    const place = found.ledgerPlace();
    places = place.kind === 'file' ? [existing(place.path), io.cwd] : [io.cwd];
  } catch {
    places = [io.cwd];
  }
  const rooms = places.map((place) => {
    const { bavail, bsize } = statfsSync(place);
    return { place, bytes: bavail * bsize };
  });
  const least = rooms.reduce((a, b) => (b.bytes < a.bytes ? b : a));
  const message = `${Math.floor(least.bytes / MB)} MB free at ${plainPath(least.place)}`;
  const fix = 'Make room: the ledger and the results of a night grow with its rows';
  if (least.bytes < NO_ROOM) return fault('disk', message, fix);
  return least.bytes < LITTLE_ROOM ? warning('disk', message, fix) : ok('disk', message);
}

/** The nearest folder that is there. */
function existing(path: string): string {
  const folder = dirname(path);
  return folder === path || existsSync(folder) ? folder : existing(folder);
}

/** A week of payments is what is still found again by hand. */
const OLD_BACKUP_MS = 7 * 86_400_000;

export function backup(found: Settings, io: Io): Finding {
  const fix = 'paybatch ledger backup --to NEW copies the ledger, also while a run is going';
  try {
    const place = found.ledgerPlace();
    if (place.kind === 'postgres')
      return skipped('backup', 'of a ledger on Postgres its server is backed up');
    const { path } = place;
    if (!existsSync(path)) return skipped('backup', 'there is no ledger yet');
    const { lastBackup, sequence } = describeLedger(path);
    const message = `the last one was made ${backupText(lastBackup, io.now())}`;
    if (lastBackup === null)
      return sequence === 0
        ? skipped('backup', 'nothing was sent yet')
        : warning('backup', 'none was ever made', fix);
    const isOld = io.now() - lastBackup.at.getTime() > OLD_BACKUP_MS && lastBackup.sequence < sequence;
    return isOld ? warning('backup', message, fix) : ok('backup', message);
  } catch {
    return skipped('backup', "the ledger can't be looked at"); // said of the ledger itself
  }
}
