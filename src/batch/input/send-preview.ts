// What a run would do with the valid rows of a file, by the ledger: for the question before the first transfer.
import type { FileKind } from '../../interface/file-kind.ts';
import type { Message } from '../../message.ts';
import { FileFacts } from './facts.ts';
import type { BatchRow } from './row.ts';

/** What a run does with a row. `recent`: decided at the file's end. */
export type PreviewedAs =
  | { readonly as: 'send' | 'recent' | 'held' | 'done' | 'inDoubt' }
  | { readonly as: 'other'; readonly why: Message | undefined };

const LINES = 5;

/** Some of the rows, with the lines of the first few. */
class Share {
  readonly facts: FileFacts;
  readonly lines: number[] = [];

  constructor(kind: FileKind) {
    this.facts = new FileFacts(kind);
  }

  add(row: BatchRow): void {
    this.facts.add(row);
    if (this.lines.length < LINES) this.lines.push(row.line);
  }

  addAll({ facts, lines }: Share): void {
    this.facts.addValid(facts);
    this.lines.push(...lines);
    this.lines.sort((a, b) => a - b).splice(LINES);
  }
}

export class SendPreview {
  /** To be sent. */
  readonly send: FileFacts;
  /** In doubt: never sent automatically. */
  readonly inDoubt: Share;
  /** Possible duplicates, which are not sent. */
  readonly held: Share;
  /** Rows that repeat recent payments under other references, and are sent. */
  recent: Share;
  /** Paid or created before, by this file or another. */
  readonly done: Share;
  /** Other rows that are not sent, and the reasons of the first few. */
  otherRows = 0;
  readonly others: { readonly line: number; readonly why: Message | undefined }[] = [];

  constructor(kind: FileKind) {
    this.send = new FileFacts(kind);
    this.inDoubt = new Share(kind);
    this.held = new Share(kind);
    this.recent = new Share(kind);
    this.done = new Share(kind);
  }

  add(row: BatchRow, due: PreviewedAs): void {
    if (due.as !== 'other') {
      this[due.as].add(row);
      return;
    }
    this.otherRows++;
    if (this.others.length < LINES) this.others.push({ line: row.line, why: due.why });
  }

  /** Called at the file's end, when it is known whether rows that repeat recent payments are held. */
  settleRecent(isHeld: boolean): void {
    if (isHeld) {
      this.held.addAll(this.recent);
      this.recent = new Share(this.send.kind);
    } else this.send.addValid(this.recent.facts);
  }
}
