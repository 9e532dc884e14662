// What a ledger holds, asked in the same way of a file and of Postgres.
import type { MoveRecord } from '../moved.ts';
import { ask, asText, type Question, type Raw } from '../store/question.ts';
import { headAt, readMove, readTip } from '../store/reads.ts';
import { LEDGER_TABLES, quoted } from '../store/tables.ts';
import type { Tip } from '../tip.ts';
import type { Contents, SourceFacts } from './sides.ts';

/** Rows that are held at once; links may be long. */
const PAGE = 1_000;

export abstract class LedgerContents implements Contents {
  protected abstract read<T>(question: Question<T>): Promise<T>;

  count(table: string): Promise<number> {
    return this.read(count(table));
  }

  tip(): Promise<Tip> {
    return this.read(readTip());
  }

  /** Whether this link of the chain is in it. */
  async hasLink({ link, head }: Tip): Promise<boolean> {
    return (await this.read(headAt(link))) === head;
  }

  move(): Promise<MoveRecord | undefined> {
    return this.read(readMove());
  }

  pages(table: string): AsyncGenerator<readonly Raw[]> {
    return pagesOf((question) => this.read(question), table);
  }

  /** What it is called, when it was made, and its runs that have not ended. */
  protected about(): Promise<Pick<SourceFacts, 'id' | 'createdAt' | 'open'>> {
    return this.read(about());
  }
}

/** A table by its key, some rows at a time; empty for a name that is none of the ledger's tables. */
export async function* pagesOf(
  read: <T>(question: Question<T>) => Promise<T>,
  table: string,
): AsyncGenerator<readonly Raw[]> {
  const { key = [], columns = [] } = LEDGER_TABLES[table] ?? {};
  if (key.length === 0) return;
  const select = `SELECT ${quoted(columns)} FROM ${table}`;
  const order = `ORDER BY ${quoted(key)} LIMIT ${PAGE}`;
  const behind = `WHERE (${quoted(key)}) > (${key.map((_, at) => `$${at + 1}`).join(', ')})`;
  let page = await read(ask(`${select} ${order}`));
  for (;;) {
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < PAGE) return;
    page = await read(ask(`${select} ${behind} ${order}`, ...key.map((column) => last[column])));
  }
}

function* count(table: string): Question<number> {
  const [found] = yield* ask(`SELECT count(*) AS count FROM ${table}`);
  return Number(found?.['count'] ?? 0);
}

function* about(): Question<Pick<SourceFacts, 'id' | 'createdAt' | 'open'>> {
  const [meta] = yield* ask('SELECT ledger_id, created_at FROM meta');
  const open = yield* ask(
    'SELECT id, host, pid, file FROM runs WHERE finished_at IS NULL ORDER BY started_at',
  );
  return {
    id: asText(meta?.['ledger_id']),
    createdAt: Number(meta?.['created_at'] ?? 0),
    open: open.map(
      ({ id, host, pid, file }) =>
        `run ${asText(id)} of ${asText(file)} (process ${Number(pid)} on ${asText(host)})`,
    ),
  };
}
