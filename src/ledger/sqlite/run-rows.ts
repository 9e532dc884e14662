// The rows of a run as it saw them, by their ordinal in its file. To be written inside a group commit.
import type { RowRecord, RunRow } from '../records.ts';
import type { Links } from './chain/chain.ts';
import type { Connection } from './connection.ts';

export class RunRows {
  readonly #links: Links;
  readonly #insert;

  constructor(db: Connection, links: Links) {
    this.#links = links;
    this.#insert = db.prepare(
      `INSERT INTO run_rows (run_id, sequence, line, key, reference, status, created_id, currency, amount, message, code, link)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (run_id, sequence) DO UPDATE SET status = excluded.status, created_id = excluded.created_id,
         currency = excluded.currency, amount = excluded.amount, message = excluded.message,
         code = excluded.code, link = excluded.link
       WHERE run_rows.key IS excluded.key AND run_rows.line = excluded.line`,
    );
  }

  /** The same row may be told again; another row under its ordinal is a defect. */
  write(runId: string, row: RunRow): void {
    const { sequence, line, key, reference, status, createdId, currency, amount, message, code } = row;
    const values = [
      runId,
      sequence,
      line,
      key,
      reference,
      status,
      createdId,
      currency,
      amount,
      message,
      code,
    ];
    if (this.#insert.run([...values, this.#links.number]).changes === 0) {
      throw new Error(`two rows of run ${runId} have the ordinal ${sequence} (lines ${line} and another)`);
    }
    // Whatever it replaced had its key and its line as well: the values are the row's.
    this.#links.told('run_rows', [runId, sequence], values);
  }

  /** A row whose run died with its request under way. */
  orphaned(row: RowRecord, message: string): void {
    const told = {
      ...row,
      reference: row.reference ?? '',
      createdId: '',
      status: 'in_doubt',
      message,
      code: 'in_doubt',
    } as const;
    this.write(row.runId, told);
  }
}
