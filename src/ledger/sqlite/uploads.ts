// Documents that the service has, by the hash of their bytes.
import type { Links } from './chain/chain.ts';
import type { Connection } from './connection.ts';

export class Uploads {
  readonly #db: Connection;
  readonly #environment: number;
  readonly #links: Links;

  constructor(db: Connection, environment: number, links: Links) {
    this.#db = db;
    this.#links = links;
    this.#environment = environment;
  }

  find(sha256: string): string | undefined {
    const row = this.#db
      .prepare('SELECT document_id FROM uploads WHERE environment = ? AND sha256 = ?')
      .get(this.#environment, sha256) as { document_id: string } | undefined; // one column
    return row?.document_id;
  }

  /** Two runs may upload the same bytes at once: the later id stands, either would do. */
  save(sha256: string, documentId: string, at: Date): void {
    this.#db
      .prepare(
        `INSERT INTO uploads (environment, sha256, document_id, at) VALUES (?, ?, ?, ?)
         ON CONFLICT (environment, sha256) DO UPDATE SET document_id = excluded.document_id, at = excluded.at`,
      )
      .run(this.#environment, sha256, documentId, at.getTime());
    this.#links.changed('uploads', this.#environment, sha256);
  }

  forget(sha256: string): void {
    const done = this.#db
      .prepare('DELETE FROM uploads WHERE environment = ? AND sha256 = ?')
      .run(this.#environment, sha256);
    if (done.changes > 0) this.#links.changed('uploads', this.#environment, sha256);
  }
}
