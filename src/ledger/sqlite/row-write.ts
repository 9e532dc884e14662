// What is written while a run is under way, as values: so that it can be done here or in a thread of its own. It knows
// nothing of transactions.
import type { Intent, IntentResult, Outcome, RecordResult, RunRow } from '../records.ts';
import type { RunPart } from '../run-part.ts';
import type { Tip } from '../tip.ts';
import type { Links } from './chain/chain.ts';
import type { Connection } from './connection.ts';
import { RunParts } from './run-parts.ts';
import { Uploads } from './uploads.ts';
import { RowWrites } from './writes.ts';

export type RowWrite =
  | { readonly do: 'intend'; readonly intent: Intent }
  | { readonly do: 'record'; readonly outcome: Outcome; readonly row: RunRow }
  | { readonly do: 'note'; readonly runId: string; readonly rows: readonly RunRow[] }
  | { readonly do: 'keep'; readonly part: RunPart }
  | { readonly do: 'saveUpload'; readonly sha256: string; readonly documentId: string; readonly at: Date }
  | { readonly do: 'forgetUpload'; readonly sha256: string };

/** What comes of each. */
export interface WriteResults {
  readonly intend: IntentResult;
  readonly record: RecordResult;
  readonly note: undefined;
  readonly keep: undefined;
  readonly saveUpload: undefined;
  readonly forgetUpload: undefined;
}

/** Makes them durable, many in one commit. Rejects with LedgerError where that failed. */
export interface RowWriter {
  submit<W extends RowWrite>(write: W): Promise<WriteResults[W['do']]>;
  /** Where the chain ended with the last of them that was written. */
  readonly tip: Tip;
}

/** The tables that a run writes, over one connection. */
export class RunTables {
  readonly rows: RowWrites;
  readonly uploads: Uploads;
  readonly parts: RunParts;

  constructor(db: Connection, environment: number, links: Links) {
    this.rows = new RowWrites(db, environment, links);
    this.uploads = new Uploads(db, environment, links);
    this.parts = new RunParts(db, links);
  }

  /** To be called inside a transaction. */
  apply<W extends RowWrite>(write: W): WriteResults[W['do']] {
    return this.#apply(write) as WriteResults[W['do']]; // each case gives what the table above says
  }

  #apply(write: RowWrite): WriteResults[RowWrite['do']] {
    switch (write.do) {
      case 'intend':
        return this.rows.intend(write.intent);
      case 'record': {
        const result = this.rows.record(write.outcome);
        if (result.ok) this.rows.runRows.write(write.outcome.runId, write.row);
        return result;
      }
      case 'note':
        for (const row of write.rows) this.rows.runRows.write(write.runId, row);
        return undefined;
      case 'keep':
        this.parts.keep(write.part);
        return undefined;
      case 'saveUpload':
        this.uploads.save(write.sha256, write.documentId, write.at);
        return undefined;
      case 'forgetUpload':
        this.uploads.forget(write.sha256);
        return undefined;
      default:
        return write satisfies never;
    }
  }
}
