// Errors of the ledger. The sentence says what was found; the command adds what to type, by the code.
import { PaybatchError } from '../errors.ts';
import type { Message } from '../message.ts';

export type LedgerErrorCode =
  /** It can't be read or written now (disk full, no permission, held by another process). */
  | 'ledger'
  /** The path can't hold a ledger: not a file, a device, a special file system, not a path at all. */
  | 'ledger_path'
  /** The file is not a ledger. */
  | 'ledger_format'
  /** There is none, and it was not to be made. */
  | 'no_ledger'
  /** There is one already, and a new one was to be made. */
  | 'ledger_exists'
  /** It knows less than its own mark says: a lost log, a restored backup, an emptied file. */
  | 'ledger_older'
  /** It was there when it was opened, and is no longer: removed, moved or replaced under way. */
  | 'ledger_gone'
  /** It is not the ledger that was expected: another id, or a copy of one in use elsewhere. */
  | 'ledger_other'
  /** The file has a second name (hard link): locks and logs would differ by name. */
  | 'ledger_linked'
  /** The file is mounted by itself: its logs and locks would stay behind. */
  | 'ledger_mounted'
  /** A file system whose locks can't be trusted. */
  | 'ledger_network'
  /** It can't be carried over now: a run is open, or another copy is going on. */
  | 'ledger_busy'
  /** It was carried over to another place (ledger copy), and is in use there. */
  | 'ledger_moved'
  /** Another version of paybatch wrote it, or is using it now. */
  | 'ledger_version'
  /** Of a ledger on Postgres: its server doesn't answer, or no longer. */
  | 'ledger_unreachable'
  /** Its server would forget what it has acknowledged. */
  | 'ledger_unsafe'
  /** Its server is on another timeline than the ledger was: a failover, or a restored copy. */
  | 'ledger_timeline'
  /** Other hosts took this one for dead. */
  | 'lease_lost'
  /** The package that speaks to it is not installed. */
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

/** What is wrong with a place or a file: the end of a sentence that says what could not be done. */
export class Fault extends PaybatchError {
  override readonly name = 'Fault';

  constructor(message: Message) {
    super('ledger', message);
  }
}
