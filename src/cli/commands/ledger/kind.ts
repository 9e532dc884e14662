// What a file is that ledger verify is given: a ledger (or a backup of one), or an export.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

import { plainPath } from '../../../files/plain.ts';
import { LedgerError } from '../../../ledger/ledger.ts';

/** By its first bytes. Errors: {@link LedgerError} for what can't be read, or is neither. */
export function kindOf(path: string): 'ledger' | 'export' {
  const start = Buffer.alloc(16);
  try {
    // A pipe that nobody fills would be waited for.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (fstatSync(fd).isFile()) readSync(fd, start, 0, 16, 0);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // Node's error
    const why = code === 'ENOENT' ? 'there is no such file' : message;
    throw new LedgerError(`${plainPath(path)} can't be read: ${why}`, error, 'ledger_format');
  }
  if (start.toString('latin1') === 'SQLite format 3\0') return 'ledger';
  if (start.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return 'export';
  throw new LedgerError(
    `${plainPath(path)} is neither a ledger nor an export of one`,
    undefined,
    'ledger_format',
  );
}
