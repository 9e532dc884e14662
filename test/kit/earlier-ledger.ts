// A ledger as schema 1 left it, built by SQL alone: two spellings of one environment, rows in every state, a run that
// died, and rows that share a key or a line.
import Database from 'libsql';

import { STEPS } from '../../src/ledger/sqlite/schema.ts';
import { ACCOUNT, CUSTOMER, WALLET } from './payouts.ts';

export const envOf = (address: string): string => `${address} c1`;

/** Old spellings of one environment, and another. */
const ENVIRONMENTS = ['https://Pay.Example./ c1', 'https://pay.example:443 c1 ', 'https://other.example c1'];

export const storedBody = (memo: string): string =>
  `{"receiverAmount":10.00,"customerId":"${CUSTOMER}","source":{"currency":"USDC","network":"ethereum","walletId":"${WALLET}"},"destination":{"currency":"GBP","externalAccountId":"${ACCOUNT}"},"purposeOfPayment":"PaymentForGoods","memo":"${memo}","useDeveloperFunds":true}`;

interface OldRow {
  readonly environment: number;
  readonly name: string;
  readonly state: string;
  readonly entries: readonly string[];
  readonly run: string;
  readonly line: number;
}

const ROWS: readonly OldRow[] = [
  { environment: 1, name: 'paid', state: 'created', entries: ['intent', 'created'], run: 'one', line: 2 },
  { environment: 1, name: 'doubt', state: 'in_doubt', entries: ['intent', 'in_doubt'], run: 'one', line: 3 },
  // Paid under one spelling, in doubt under the other, one way round and the other.
  { environment: 1, name: 'both', state: 'created', entries: ['intent', 'created'], run: 'one', line: 4 },
  { environment: 2, name: 'both', state: 'in_doubt', entries: ['intent', 'in_doubt'], run: 'two', line: 2 },
  { environment: 1, name: 'late', state: 'rejected', entries: ['intent', 'rejected'], run: 'one', line: 5 },
  { environment: 2, name: 'late', state: 'created', entries: ['intent', 'created'], run: 'two', line: 3 },
  {
    environment: 2,
    name: 'said',
    state: 'planned',
    entries: ['intent', 'in_doubt', 'resolved_not_created'],
    run: 'two',
    line: 4,
  },
  { environment: 2, name: 'unsent', state: 'failed', entries: ['failed'], run: 'two', line: 5 },
  { environment: 3, name: 'paid', state: 'rejected', entries: ['intent', 'rejected'], run: 'three', line: 2 },
  // A run that died: two requests under way, on lines that were counted as one.
  { environment: 3, name: 'open-1', state: 'sending', entries: ['intent'], run: 'dead', line: 7 },
  { environment: 3, name: 'open-2', state: 'sending', entries: ['intent'], run: 'dead', line: 7 },
];

export function earlierLedger(path: string): string {
  const db = new Database(path);
  db.exec('PRAGMA journal_mode = WAL');
  db.exec(STEPS[0] ?? '');
  db.exec('PRAGMA user_version = 1');
  const at = Date.parse('2026-05-01T00:00:00Z');
  for (const name of ENVIRONMENTS) db.prepare('INSERT INTO environments (name) VALUES (?)').run(name);
  const run = db.prepare(
    `INSERT INTO runs (id, environment, kind, batch_id, file, rows, started_at, finished_at, exit_code, counts, host, pid)
     VALUES (?, ?, 'payouts', ?, 'f.csv', 4, ?, ?, ?, '{}', 'h', 1)`,
  );
  for (const [id, environment] of [
    ['one', 1],
    ['two', 2],
    ['three', 3],
  ] as const) {
    run.run(id, environment, `b-${id}`, at, at, 0);
  }
  run.run('dead', 3, 'b-dead', at, null, null);
  for (const row of ROWS) insert(db, row, at);
  db.prepare(
    `INSERT INTO uploads VALUES (1, 'hash', 'doc-1', ?), (2, 'hash', 'doc-2', ?), (2, 'other', 'doc-3', ?)`,
  ).run(at, at, at);
  db.close();
  return path;
}

function insert(db: InstanceType<typeof Database>, row: OldRow, at: number): void {
  const { environment, name, state, entries, run, line } = row;
  const key = `payouts:r:${name}`;
  const id = state === 'created' ? `t-${environment}-${name}` : null;
  db.prepare(
    `INSERT INTO rows (environment, key, state, reference, content, run_id, batch_id, line, currency, amount, transfer_id, updated_at)
     VALUES (?, ?, ?, ?, 'c', ?, ?, ?, 'GBP', '10', ?, ?)`,
  ).run(environment, key, state, name, run, `b-${run}`, line, id, at);
  for (const type of entries) {
    const data = type.startsWith('resolved')
      ? { reason: 'asked', transferId: null }
      : { message: '', attempts: [] };
    db.prepare(
      `INSERT INTO entries (environment, key, run_id, line, type, resend, at, body, body_hash, data)
       VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?)`,
    ).run(
      environment,
      key,
      run,
      line,
      type,
      at,
      type === 'intent' ? storedBody(name) : null,
      type === 'intent' ? 'hash' : null,
      JSON.stringify(data),
    );
  }
  if (state === 'sending') return;
  db.prepare(`INSERT INTO run_rows VALUES (?, ?, ?, ?, ?, ?, 'GBP', '10', '')`).run(
    run,
    line,
    key,
    name,
    state === 'planned' ? 'in_doubt' : state,
    id ?? '',
  );
}
