// The rows of a file that nothing is wrong with, by what becomes of them as far as the ledger knows: for whoever is asked
// before money moves. Decides nothing.
import type { FileKind } from '../../interface/file-kind.ts';
import { FileFacts } from './facts.ts';

export class Due {
  /** To be sent. */
  readonly send: FileFacts;
  /** Perhaps paid: never sent by itself. */
  readonly inDoubt: FileFacts;
  /** Paid or created before, by this file or another. */
  readonly done: FileFacts;

  constructor(kind: FileKind) {
    this.send = new FileFacts(kind);
    this.inDoubt = new FileFacts(kind);
    this.done = new FileFacts(kind);
  }
}
