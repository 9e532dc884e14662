// What a run would do with the valid rows of a file, by the ledger: for the question before the first transfer.
import type { FileKind } from '../../interface/file-kind.ts';
import { FileFacts } from './facts.ts';

/** What a run does with a row. `recent`: decided at the file's end. */
export type PreviewedAs = 'send' | 'recent' | 'held' | 'done' | 'inDoubt' | 'other';

export class SendPreview {
  /** To be sent. */
  readonly send: FileFacts;
  /** In doubt: never sent automatically. */
  readonly inDoubt: FileFacts;
  /** Possible duplicates, which are not sent. */
  readonly held: FileFacts;
  /** Rows that repeat recent payments under other references, and are sent. */
  recent: FileFacts;
  /** Paid or created before, by this file or another. */
  readonly done: FileFacts;
  /** Other rows that are not sent, such as a row that another run has. */
  readonly other: FileFacts;

  constructor(kind: FileKind) {
    this.send = new FileFacts(kind);
    this.inDoubt = new FileFacts(kind);
    this.held = new FileFacts(kind);
    this.recent = new FileFacts(kind);
    this.done = new FileFacts(kind);
    this.other = new FileFacts(kind);
  }

  /** Called at the file's end, when it is known whether rows that repeat recent payments are held. */
  settleRecent(isHeld: boolean): void {
    (isHeld ? this.held : this.send).addValid(this.recent);
    if (isHeld) this.recent = new FileFacts(this.send.kind);
  }
}
