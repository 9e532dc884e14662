// Where the ledger is: a file or an address. It must not depend on the working directory.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

import { plainPath } from '../files/plain.ts';
import {
  type AddressSettings,
  hasPassword,
  isPostgres,
  type PostgresAddress,
  postgresAddress,
} from '../ledger/postgres/address.ts';
import { type Io, SettingError } from './io.ts';

/** `undefined` for a user without a home folder, as in a container. */
export function defaultLedger({ env }: Pick<Io, 'env'>): string | undefined {
  const xdg = env['XDG_STATE_HOME'] ?? '';
  if (isAbsolute(xdg)) return join(xdg, 'paybatch', 'ledger.db');
  const home = env['HOME'] || systemHome();
  return isAbsolute(home) ? join(home, '.local', 'state', 'paybatch', 'ledger.db') : undefined;
}

function systemHome(): string {
  try {
    return homedir();
  } catch {
    return ''; // a user id that the system does not know
  }
}

/** Where a ledger is kept. */
export type LedgerPlace =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'postgres'; readonly address: PostgresAddress };

/** For people, without a password. */
export const placeName = (place: LedgerPlace): string =>
  place.kind === 'file' ? plainPath(place.path) : place.address.shown;

/** Whether there may be a ledger. A server is not asked. */
export const mayExist = (place: LedgerPlace): boolean => place.kind === 'postgres' || existsSync(place.path);

interface NamedLedger {
  /** The flag, variable or key that names it. */
  readonly place: string;
  readonly text: string | undefined;
  /** The folder of a config file that names it: a relative path begins there. */
  readonly base: string | undefined;
  readonly cwd: string;
}

/** Errors: {@link SettingError}, LedgerError for an unusable address. */
export function ledgerPlace(named: NamedLedger, settings: AddressSettings): LedgerPlace {
  const { place, text } = named;
  if (text === undefined)
    throw new SettingError(
      'this user has no home folder for the default ledger: set PAYBATCH_LEDGER to the absolute path of the ledger, or set HOME or XDG_STATE_HOME',
      'ledger_path',
    );
  if (!isPostgres(text)) return { kind: 'file', path: absolutePath(text, named) };
  if (place.startsWith('--') && hasPassword(text))
    throw new SettingError(
      `the address after ${place} contains a password, and every user of this machine can read it in the list of processes. Change the password, and put it into PAYBATCH_LEDGER_PASSWORD or PGPASSFILE`,
      'password_flag',
    );
  return { kind: 'postgres', address: postgresAddress(text, settings) };
}

/**
 * A misspelt address: `postgre://`, `"postgres://`, `host=h user=u`, `host: h`, `user:PW@host/db`,
 * `//user:PW@host/db`.
 */
const LIKE_ADDRESS = /:\/\/|^[^/]*[:@=]|^\/\/[^/]*@/;

/** Errors: {@link SettingError} for a path that would be another file in another working directory. */
function absolutePath(path: string, { place, base, cwd }: NamedLedger): string {
  // The text is not printed: a misspelt address may contain a password.
  if (LIKE_ADDRESS.test(path))
    throw new SettingError(
      `${place} is neither a ledger's address nor a path: write postgres://USER@HOST:PORT/DATABASE, with no blank or quote before it and the password in PAYBATCH_LEDGER_PASSWORD, or the absolute path of a file`,
      'ledger_path',
    );
  if (isAbsolute(path)) return path;
  const isOfHome = path.startsWith('~');
  if (base !== undefined && !isOfHome) return resolve(base, path);
  const why = isOfHome
    ? '~ is not expanded here: write the absolute path'
    : `it is a relative path: in another folder the command would find another ledger, and pay again. Write the absolute path, such as ${resolve(cwd, path)}`;
  throw new SettingError(`${place} "${plainPath(path)}": ${why}`, 'ledger_path');
}
