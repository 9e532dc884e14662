// What a run would do with the valid rows of a file, by the ledger: for the question before the first transfer.
import type { FileKind } from '../../interface/file-kind.ts';
import type { Message } from '../../message.ts';
import { FileFacts } from './facts.ts';
import type { BatchRow } from './row.ts';

/** What a run does with a row. `recent`: decided at the file's end. */
export type PreviewedAs =
  | { readonly as: 'send' | 'recent' | 'held' | 'done' | 'inDoubt' }
  | { readonly as: 'other'; readonly why: Message | undefined };

const OTHERS_KEPT = 5;

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
  /** Other rows that are not sent, and the reasons of the first few. */
  otherRows = 0;
  readonly others: { readonly line: number; readonly why: Message | undefined }[] = [];

  constructor(kind: FileKind) {
    this.send = new FileFacts(kind);
    this.inDoubt = new FileFacts(kind);
    this.held = new FileFacts(kind);
    this.recent = new FileFacts(kind);
    this.done = new FileFacts(kind);
  }

  add(row: BatchRow, due: PreviewedAs): void {
    if (due.as !== 'other') {
      this[due.as].add(row);
      return;
    }
    this.otherRows++;
    if (this.others.length < OTHERS_KEPT) this.others.push({ line: row.line, why: due.why });
  }

  /** Called at the file's end, when it is known whether rows that repeat recent payments are held. */
  settleRecent(isHeld: boolean): void {
    (isHeld ? this.held : this.send).addValid(this.recent);
    if (isHeld) this.recent = new FileFacts(this.send.kind);
  }
}
