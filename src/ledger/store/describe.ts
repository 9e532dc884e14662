// What a ledger holds, over all environments (ledger show). It changes nothing.
import type { RowState } from '../state.ts';
import { ask, asText, type Question } from './question.ts';
import { readMeta, readTip } from './reads.ts';

export interface LedgerDescription {
  readonly path: string;
  readonly id: string;
  readonly createdAt: Date;
  /** The number of the last entry. */
  readonly sequence: number;
  /** Of its hash chain. */
  readonly head: string;
  /** The last backup (ledger backup); `null` for none. */
  readonly lastBackup: BackupRecord | null;
  /** How many objections a person accepted. */
  readonly acceptances: number;
  readonly environments: readonly EnvironmentDescription[];
}

export interface BackupRecord {
  readonly at: Date;
  readonly path: string;
  /** Its last entry. */
  readonly sequence: number;
}

export interface EnvironmentDescription {
  readonly name: string;
  readonly runs: number;
  readonly rows: Readonly<Partial<Record<RowState, number>>>;
}

export function* describe(path: string): Question<LedgerDescription> {
  const { sequence, head } = yield* readTip();
  const { id, createdAt } = yield* readMeta();
  const [accepted] = yield* ask('SELECT count(*) AS count FROM acceptances');
  return {
    ...{ path, id, createdAt: new Date(createdAt), sequence, head },
    acceptances: Number(accepted?.['count']),
    lastBackup: yield* lastBackup(),
    environments: yield* environments(),
  };
}

function* lastBackup(): Question<BackupRecord | null> {
  const [last] = yield* ask('SELECT at, path, sequence FROM backups ORDER BY id DESC LIMIT 1');
  if (!last) return null;
  const { at, path, sequence } = last;
  return { at: new Date(Number(at)), path: asText(path), sequence: Number(sequence) };
}

function* environments(): Question<EnvironmentDescription[]> {
  const names = yield* ask(
    'SELECT id, name, (SELECT count(*) FROM runs WHERE environment = environments.id) AS runs FROM environments ORDER BY name',
  );
  const states = yield* ask(
    'SELECT environment, state, count(*) AS count FROM rows GROUP BY environment, state ORDER BY state',
  );
  return names.map(({ id, name, runs }) => {
    const own = states.filter(({ environment }) => environment === id);
    const rows = Object.fromEntries(own.map(({ state, count }) => [String(state), Number(count)]));
    return { name: asText(name), runs: Number(runs), rows };
  });
}
