// Errors of the ledger. The message says what was found. The command adds what to type, by the code.
import { PaybatchError } from '../errors.ts';
import type { Message } from '../message.ts';

export type LedgerErrorCode =
  /** It can't be read or written now: disk full, no permission, locked by another process. */
  | 'ledger'
  /** No ledger can be at this path: a device, a folder, a special file system, or not a path. */
  | 'ledger_path'
  /** The file is not a ledger. */
  | 'ledger_format'
  /** There is none, and the command does not make one. */
  | 'no_ledger'
  /** There is one already where a new one was to be made. */
  | 'ledger_exists'
  /** It has less than its high-water mark: a lost log, a restored backup, an emptied file. */
  | 'ledger_older'
  /** It was removed, moved or replaced while it was in use. */
  | 'ledger_gone'
  /** It is another ledger than expected: another id, or a copy of a ledger in use elsewhere. */
  | 'ledger_other'
  /** The file has a second name (hard link), with separate locks and logs. */
  | 'ledger_linked'
  /** The file is mounted by itself, without its log and its locks. */
  | 'ledger_mounted'
  /** It is on a file system whose locks can't be trusted. */
  | 'ledger_network'
  /** It can't be copied now: a run is open, or another copy is in progress. */
  | 'ledger_busy'
  /** It was moved to another place (ledger copy), and is in use there. */
  | 'ledger_moved'
  /** Another version of paybatch made it. */
  | 'ledger_version'
  /** The server of a ledger on Postgres doesn't respond. */
  | 'ledger_unreachable'
  /** Its server may lose what it has confirmed. */
  | 'ledger_unsafe'
  /** Its server is on another timeline than before: a failover, or a restored copy. */
  | 'ledger_timeline'
  /** The lease of this host has expired. */
  | 'lease_lost'
  /** The package for Postgres is not installed. */
  | 'missing_package'
  /** This Node is too old for that package. */
  | 'node_version';

export class LedgerError extends PaybatchError {
  override readonly name = 'LedgerError';
  declare readonly code: LedgerErrorCode;

  constructor(message: Message, cause?: unknown, code: LedgerErrorCode = 'ledger') {
    super(code, message, { cause });
  }
}

export const refusal = (code: LedgerErrorCode, message: Message): LedgerError =>
  new LedgerError(message, undefined, code);

/** What is wrong with a file: the end of a sentence that says what could not be done. */
export class Fault extends PaybatchError {
  override readonly name = 'Fault';

  constructor(message: Message) {
    super('ledger', message);
  }
}
