// The password of a ledger on Postgres that no setting gives: PGPASSWORD, else the line of the pass file (PGPASSFILE,
// ~/.pgpass) that fits, as libpq reads it. pg reads that file, too, but prints that this is deprecated, and reports no
// reason when it finds nothing.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';

import { readSmallFile, SMALL, SmallFileError } from '../../files/small-file.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Variables } from './address.ts';
import { type PassFault, postgresMessage } from './messages.ts';

/** The connection that needs a password. */
export interface AskedFor {
  readonly host: string;
  readonly port: number;
  readonly database?: string | undefined;
  readonly user?: string | undefined;
}

/** `shown`: the ledger, for people. Errors: {@link LedgerError}, without any password. */
export function passwordFor(asked: AskedFor, shown: string, env: Variables): string {
  const given = env['PGPASSWORD'] ?? '';
  if (given !== '') return given;
  const { host, port, database = '', user = '' } = asked;
  const named = env['PGPASSFILE'] ?? '';
  const file = named !== '' ? named : join(env['HOME'] ?? '', '.pgpass');
  const lines = linesOf(file, named !== '');
  if ('is' in lines) throw refused(shown, lines);
  // A socket's folder also counts as localhost.
  const hosts = host.startsWith('/') ? [host, 'localhost'] : [host];
  const wanted = [hosts, [String(port)], [database], [user]];
  const password = lines
    .map(fieldsOf)
    .find((fields) =>
      wanted.every((names, at) => fields[at] === '*' || names.includes(fields[at] ?? '')),
    )?.[4];
  if (password === undefined)
    throw refused(shown, { is: 'no_line', file, wanted: [host, port, database, user].join(':') });
  return password;
}

const refused = (shown: string, fault: PassFault): LedgerError =>
  new LedgerError(postgresMessage('password_missing', { ledger: shown, fault }));

/** Its lines, or why there are none. */
function linesOf(file: string, isNamed: boolean): readonly string[] | PassFault {
  try {
    const lines = readSmallFile(file, SMALL.secret).split(/\r?\n/);
    const isProtected = platform === 'win32' || (statSync(file).mode & 0o077) === 0;
    return isProtected ? lines : { is: 'unprotected', file };
  } catch (error) {
    if (!(error instanceof SmallFileError)) throw error;
    if (error.code === 'ENOENT' && !isNamed) return { is: 'none_set' };
    return { is: 'unreadable', file, why: error.told };
  }
}

/** Five for a line with a password. `\` escapes `:` and `\`. */
function fieldsOf(line: string): readonly string[] {
  if (line.startsWith('#')) return [];
  const fields =
    /^((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*)/.exec(line);
  return fields?.slice(1).map((field) => field.replaceAll(/\\(.)/g, '$1')) ?? [];
}
