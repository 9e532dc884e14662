// A ledger on Postgres, to be carried elsewhere: its lock is held, so that no host changes it meanwhile.
import type { MoveRecord } from '../moved.ts';
import { isAway } from '../moved.ts';
import type { Connections, Session } from '../postgres/connections.ts';
import { HostMarks } from '../postgres/host-marks.ts';
import { lockOf } from '../postgres/make.ts';
import type { OpenOptions } from '../postgres/open.ts';
import { PostgresLedger } from '../postgres/postgres-ledger.ts';
import { answerOver, statementOf } from '../postgres/statement.ts';
import { evenMoved, visit } from '../postgres/visit.ts';
import { Changes } from '../store/changes.ts';
import type { Question } from '../store/question.ts';
import { readMove } from '../store/reads.ts';
import { LEDGER_TABLES } from '../store/tables.ts';
import type { Tip } from '../tip.ts';
import { LedgerContents } from './contents.ts';
import type { Source, SourceFacts } from './sides.ts';

/** A copy takes its time between two questions, but one that was stopped holds up nobody for ever. */
export const LONG = `SET LOCAL idle_in_transaction_session_timeout TO '10min'`;

/** How a ledger on Postgres is opened by this host. */
export type Opening = Omit<OpenOptions, 'environment'>;

/** Opens and holds it for `work`. Errors: {@link LedgerError}, also for whatever would keep a run from using it. */
export function withPostgresSource<T>(opening: Opening, work: (source: Source) => Promise<T>): Promise<T> {
  const { address } = opening;
  return visit(address, evenMoved(address), async (connections) => {
    if (!isAway(await answerOver(connections, readMove()))) await clearUp(connections, opening);
    return connections.steady((session) => work(new PostgresSource(session, opening)));
  });
}

/** What dead runs left is in doubt before anything is copied. Opened as a run would open it: it has to be fit for one. */
async function clearUp(connections: Connections, opening: Opening): Promise<void> {
  const names = await connections.query<{ name: string }>('SELECT name FROM environments');
  for (const { name } of names) {
    const ledger = await PostgresLedger.open({ ...opening, environment: name });
    try {
      await ledger.recover(opening.now());
    } finally {
      await ledger.close();
    }
  }
}

export abstract class PostgresContents extends LedgerContents {
  protected readonly session: Session;

  constructor(session: Session) {
    super();
    this.session = session;
  }

  protected read<T>(question: Question<T>): Promise<T> {
    return answerOver(this.session, question);
  }
}

/** Tables of a ledger on Postgres that say nothing at another place: this one's own, and who is at work now. */
const STAYS: ReadonlySet<string> = new Set(['meta', 'store', 'claims', 'presences', 'slots']);

class PostgresSource extends PostgresContents implements Source {
  readonly name: string;
  readonly #opening: Opening;

  constructor(session: Session, opening: Opening) {
    super(session);
    this.name = opening.address.shown;
    this.#opening = opening;
  }

  async facts(): Promise<SourceFacts> {
    await this.session.query(
      `BEGIN; ${LONG}; SELECT pg_advisory_xact_lock(${lockOf(this.#opening.address.schema)})`,
    );
    const [held] = await this.session.query<{ count: number }>(
      `SELECT count(*) AS count FROM intents JOIN rows USING (environment, key) WHERE state = 'in_doubt'`,
    );
    return { ...(await this.about()), move: await this.move(), unreported: held?.count ?? 0 };
  }

  async *beside(): AsyncGenerator<{ table: string; rows: string }> {
    const tables = await this.session.query<{ name: string }>(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename',
    );
    for (const { name } of tables) {
      if (name in LEDGER_TABLES || STAYS.has(name)) continue;
      await this.session.query(
        `DECLARE beside NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS row FROM "${name}" t`,
      );
      for (;;) {
        const rows = await this.session.query<{ row: string }>('FETCH 1000 FROM beside');
        if (rows.length === 0) break;
        yield { table: name, rows: `[${rows.map(({ row }) => row).join(',')}]` };
      }
      await this.session.query('CLOSE beside');
    }
  }

  async seal(target: string): Promise<MoveRecord> {
    const at = this.#opening.now().getTime();
    const [next] = await this.session.query<{ id: number }>(
      'SELECT coalesce(max(id), 0) + 1 AS id FROM moves',
    );
    const move = { id: next?.id ?? 1, at, source: this.name, target, arrived: null, done: null };
    await tellMove(this.session, await this.tip(), move, at);
    return move;
  }

  async commit(): Promise<void> {
    await this.session.query('COMMIT');
    await this.#learn();
  }

  async heard({ id }: MoveRecord): Promise<void> {
    await this.session.query('UPDATE moves SET done = $1 WHERE id = $2', [this.#opening.now().getTime(), id]);
    await this.session.query('COMMIT');
    await this.#learn();
  }

  /** This host remembers that it was sealed. */
  async #learn(): Promise<void> {
    const [meta] = await this.session.query<{ ledger_id: string; created_at: number }>('SELECT * FROM meta');
    const { address, stateFolder } = this.#opening;
    if (meta) await new HostMarks(stateFolder, address).learn(this.session, meta);
  }
}

/** A move, with its link in the chain; inside a transaction that holds the ledger's lock. */
export async function tellMove(session: Session, before: Tip, move: MoveRecord, at: number): Promise<Tip> {
  const changes = new Changes(before, at);
  const { id, source, target, arrived } = move;
  changes.chainRow('moves', { id, at: move.at, source, target, arrived });
  const tip = changes.seal();
  const statement = statementOf(changes);
  if (statement) await session.query(statement.text, statement.values);
  return tip;
}
