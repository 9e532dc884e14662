// Where the ledger is, a file or an address: it must not depend on where a command is started.
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';

import { plainPath } from '../files/plain.ts';
import {
  type AddressSettings,
  hasPassword,
  isPostgres,
  type PostgresAddress,
  postgresAddress,
} from '../ledger/postgres/address.ts';
import type { ConfigFile } from './config-file.ts';
import { type Io, SettingError } from './io.ts';

/** `null` for a user without a home folder, as in a container. */
export function defaultLedger(io: Io): string | null {
  const xdg = io.env['XDG_STATE_HOME'] ?? '';
  if (isAbsolute(xdg)) return join(xdg, 'paybatch', 'ledger.db');
  const home = homeFolder(io);
  return isAbsolute(home) ? join(home, '.local', 'state', 'paybatch', 'ledger.db') : null;
}

function homeFolder(io: Io): string {
  const home = io.env['HOME'] ?? '';
  if (home !== '') return home;
  try {
    return homedir();
  } catch {
    return ''; // a user id that the system does not know
  }
}

/** For a user without a home folder who names no ledger. */
export const NO_HOME =
  'this user has no home folder for the default ledger: set PAYBATCH_LEDGER to the absolute path of the ledger, or set HOME or XDG_STATE_HOME';

/** Where a ledger is kept. */
export type LedgerPlace =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'postgres'; readonly address: PostgresAddress };

type Found = { readonly value: string | null; readonly source: string };

/** Errors: {@link UsageError}, LedgerError for an address that can't be meant. */
export function ledgerPlace(
  found: Found,
  config: ConfigFile | null,
  cwd: string,
  settings: AddressSettings,
): LedgerPlace {
  const text = found.value ?? '';
  if (!isPostgres(text)) return { kind: 'file', path: ledgerFile(found, config, cwd) };
  if (found.source.startsWith('--') && hasPassword(text))
    throw new SettingError(
      `the address behind ${found.source} holds a password, which every user of this machine can read in the list of processes: put it into PAYBATCH_LEDGER_PASSWORD or PGPASSFILE, and change it`,
      'password_flag',
    );
  return { kind: 'postgres', address: postgresAddress(text, settings) };
}

/** `postgre://`, `jdbc:`, `"postgres://`, `host=h user=u`, `host: h`, `user:PW@host/db`, `//user:PW@host/db`. */
function isLikeAddress(text: string): boolean {
  const bare = text.replace(/^[\s"'`“”„‘’]+/, '');
  const [at, slash] = [bare.indexOf('@'), bare.search(/[/\\]/)];
  const begins = /^(?:jdbc:|postgres|\w{1,20}\s{0,4}=\s{0,4}\S|\w{1,20}:\s|\/\/[^/]*@)/i;
  return bare.includes('://') || begins.test(bare) || (at !== -1 && at < slash);
}

/** The absolute path. Errors: {@link UsageError} where it would be another file from another folder. */
function ledgerFile({ value, source }: Found, config: ConfigFile | null, cwd: string): string {
  const path = value ?? '';
  const name = source.startsWith('PAYBATCH_') || source.startsWith('--') ? source : `ledger (${source})`;
  // Not repeated: who misspells an address may have written a password into it.
  if (isLikeAddress(path))
    throw new SettingError(
      `${name} is neither a ledger's address nor a path: write postgres://USER@HOST:PORT/DATABASE, with no blank or quote before it and the password in PAYBATCH_LEDGER_PASSWORD, or the absolute path of a file`,
      'ledger_path',
    );
  if (path.startsWith('~'))
    throw new SettingError(
      `${name} "${plainPath(path)}": ~ is not expanded here: write the absolute path`,
      'ledger_path',
    );
  if (isAbsolute(path)) return path;
  if (config !== null && source === config.path) return resolve(cwd, dirname(config.path), path);
  throw new SettingError(
    `${name} "${plainPath(path)}" is a relative path: started from another folder the command would find another ledger, and pay again. Write the absolute path, such as ${resolve(cwd, path)}`,
    'ledger_path',
  );
}
