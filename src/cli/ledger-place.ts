// Which file is the ledger: it must not depend on where a command is started.
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';

import { plainPath } from '../files/plain.ts';
import type { ConfigFile } from './config-file.ts';
import { type Io, UsageError } from './io.ts';

export function defaultLedger(io: Io): string {
  const xdg = io.env['XDG_STATE_HOME'];
  const base =
    xdg !== undefined && isAbsolute(xdg) ? xdg : join(io.env['HOME'] ?? homedir(), '.local', 'state');
  return join(base, 'paybatch', 'ledger.db');
}

/** The absolute path. Errors: {@link UsageError} where it would be another file from another folder. */
export function ledgerFile(
  { value, source }: { readonly value: string | null; readonly source: string },
  config: ConfigFile | null,
  cwd: string,
): string {
  const path = value ?? '';
  if (/^postgres(ql)?:/.test(path)) {
    throw new UsageError(
      'this version keeps its ledger in a file: postgres:// addresses are not supported yet. Nothing was sent',
      'settings',
    );
  }
  const name = source.startsWith('PAYBATCH_') || source.startsWith('--') ? source : `ledger (${source})`;
  if (path.startsWith('~'))
    throw new UsageError(
      `${name} "${plainPath(path)}": nobody turns ~ into your home directory here: write the absolute path. Nothing was sent`,
      'ledger_path',
    );
  if (isAbsolute(path)) return path;
  if (config !== null && source === config.path) return resolve(cwd, dirname(config.path), path);
  throw new UsageError(
    `${name} "${plainPath(path)}" is a relative path: started from another folder the command would find another ledger, and pay again. Write the absolute path, such as ${resolve(cwd, path)}. Nothing was sent`,
    'ledger_path',
  );
}
