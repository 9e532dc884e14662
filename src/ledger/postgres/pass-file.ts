// The password of a ledger on Postgres without a setting: PGPASSWORD, else the line of the pass file (PGPASSFILE,
// ~/.pgpass) that fits, as libpq reads it. pg's own reading of that file is deprecated, and reports no reason when it
// finds nothing.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';

import { readSmallFile, SMALL, SmallFileError } from '../../files/small-file.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Variables } from './address.ts';

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
  if (typeof lines === 'string') throw refused(shown, lines);
  // A socket's folder goes by the name of this machine, too.
  const hosts = host.startsWith('/') ? [host, 'localhost'] : [host];
  const wanted = [hosts, [String(port)], [database], [user]];
  const password = lines
    .map(fieldsOf)
    .find((fields) =>
      wanted.every((names, at) => fields[at] === '*' || names.includes(fields[at] ?? '')),
    )?.[4];
  if (password === undefined)
    throw refused(shown, `no line of ${file} is for ${[host, port, database, user].join(':')}`);
  return password;
}

const refused = (shown: string, why: string): LedgerError =>
  new LedgerError(
    `the ledger ${shown} asks for a password: ${why}. Set PAYBATCH_LEDGER_PASSWORD, or PGPASSFILE to a file with the line host:port:database:user:password, readable by its owner alone (chmod 600)`,
  );

/** Its lines, or why there are none. */
function linesOf(file: string, isNamed: boolean): readonly string[] | string {
  try {
    if (platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      return `${file} can be read by others than its owner, and isn't used`;
    return readSmallFile(file, SMALL.secret).split(/\r?\n/);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // Node's error
    if (code === 'ENOENT') return isNamed ? `PGPASSFILE: there is no ${file}` : 'none is set';
    if (code === 'EACCES') return `${file}: no permission to read it`;
    if (error instanceof SmallFileError) return `${file}: ${error.message}`;
    throw error;
  }
}

/** Five for a line with a password. `\` escapes `:` and `\`. */
function fieldsOf(line: string): readonly string[] {
  if (line.startsWith('#')) return [];
  const fields =
    /^((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*)/.exec(line);
  return fields?.slice(1).map((field) => field.replaceAll(/\\(.)/g, '$1')) ?? [];
}
