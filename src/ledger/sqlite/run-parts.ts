// The pages of what reports tell of a run. Only ever added to. To be written inside a group commit.
import type { RunPart } from '../run-part.ts';
import type { Links } from './chain/chain.ts';
import type { Connection } from './connection.ts';

export class RunParts {
  readonly #links: Links;
  readonly #insert;

  constructor(db: Connection, links: Links) {
    this.#links = links;
    this.#insert = db.prepare(
      'INSERT INTO run_parts (run_id, kind, part, data, link) VALUES (?, ?, ?, ?, ?)',
    );
  }

  keep({ runId, kind, part, data }: RunPart): void {
    this.#insert.run(runId, kind, part, data, this.#links.number);
    this.#links.told('run_parts', [runId, kind, part], [runId, kind, part, data]);
  }
}

/** One page after the other: a run of a million rows has thousands. */
export function* partsOf(db: Connection, runId: string, kind: RunPart['kind']): Generator<RunPart> {
  const next = db.prepare(
    'SELECT part, data FROM run_parts WHERE run_id = ? AND kind = ? AND part > ? ORDER BY part LIMIT 1',
  );
  for (let last = -1; ;) {
    const page = next.get(runId, kind, last) as { part: number; data: string } | undefined; // two columns
    if (!page) return;
    yield { runId, kind, part: page.part, data: page.data };
    last = page.part;
  }
}
