// Checks across runs: the first pass of a run with them and without them, in interleaved rounds, on a ledger that
// knows many payees. It measures CPU time, because only the look-ups differ.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Database from 'libsql';

import { DEFAULT_CHECKS } from '../../dist/batch/input/settings.js';
import { RunControl } from '../../dist/batch/input/control.js';
import { run } from '../../dist/batch/run.js';
import { systemClock } from '../../dist/client/clock.js';
import { DEFAULT_PROFILE } from '../../dist/interface/profile.js';
import { FileLedger } from '../../dist/ledger/file/file-ledger.js';
import { hashNumber } from '../../dist/ledger/keys.js';
import { paired } from './rounds.js';

const PAYEES = Number(process.env.PAYEES ?? 100_000);
const ROWS = 30_000;
/** The bound for each number of different payees. Each payee is looked up once, and nothing is written. */
const BOUNDS = new Map([
  [500, 1.2],
  [ROWS, 2.5],
]);
const OWN =
  'reference,customerId,source.currency,source.network,source.walletId,destination.currency,destination.externalAccountId,purposeOfPayment,receiverAmount,x-payee';
const ID = '16fd2706-8baf-433b-82eb-8c7fada847da';

export async function benchHabits(report) {
  const folder = mkdtempSync(join(tmpdir(), 'paybatch-habits-'));
  try {
    const ledger = join(folder, 'l.db');
    await fill(ledger);
    for (const [distinct, bound] of BOUNDS) {
      const file = join(folder, `${distinct}.csv`);
      writeFileSync(file, rows(distinct));
      const {
        ratio,
        first: on,
        second: off,
      } = await paired(
        11,
        () => firstPass(ledger, file, true),
        () => firstPass(ledger, file, false),
      );
      const name = `checks across runs: the first pass with them, ${distinct.toLocaleString('en-US')} different payees in 30,000 rows`;
      report(name, ratio, bound, 'max', {
        'with, CPU ms': Math.round(on),
        'without, CPU ms': Math.round(off),
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Fills the ledger with ten earlier payments to each payee. */
async function fill(path) {
  await new FileLedger(path, 'bench', { create: true }).close();
  const db = new Database(path);
  const { id } = db.prepare('SELECT id FROM environments').get();
  const row = db.prepare(
    `INSERT INTO rows (environment, key, folded, fingerprint, target, account, payee, run, batch, line,
       sequence, currency, amount, state, created, updated_at, state_entry, intent_entry, taken)
     VALUES (?, ?, ?, '', '', ?, ?, 1, 1, 1, 1, 'GBP', '10.00', 'created', ?, 1, ?, ?, ?)`,
  );
  const intent = db.prepare(
    `INSERT INTO entries (seq, environment, key, run, line, type, at, body) VALUES (?, ?, ?, 1, 1, 'intent', 1, ?)`,
  );
  db.exec('BEGIN');
  for (let entry = 1; entry <= 10 * PAYEES; entry++) {
    const payee = entry % PAYEES;
    const name = `inv-${entry}`;
    const [key, account] = [`p:r:${name}`, accountOf(payee)];
    const body = JSON.stringify({ destination: { externalAccountId: account } });
    intent.run(entry, id, key, body);
    const supplier = `supplier ${payee}`;
    row.run(id, key, name, hashNumber(account), supplier, hashNumber(name), entry, entry, entry);
  }
  db.exec('COMMIT');
  db.close();
}

function accountOf(i) {
  const hex = createHash('md5').update(String(i)).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/** The payees of the rows are spread over all payees of the ledger. */
function rows(distinct) {
  const step = Math.floor(PAYEES / distinct);
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const payee = (((i * 7919) % distinct) * step) % PAYEES;
    return `R-${i},${ID},USDC,ethereum,${ID},GBP,${accountOf(payee)},PaymentForGoods,1${i % 9}.50,Supplier ${payee}`;
  });
  return `${OWN}\n${lines.join('\n')}\n`;
}

const nothing = () => undefined;
const log = { info: nothing, warn: nothing, error: nothing, debug: nothing };
let runs = 0;

/** CPU milliseconds of the first pass over the file. Nothing is sent. */
async function firstPass(ledger, file, compared) {
  const none = new Map();
  const seen = new Error('the first pass is over');
  const before = process.cpuUsage();
  let ms = 0;
  const settings = {
    file,
    results: `${file}.results.csv`,
    retry: `${file}.retry.csv`,
    profile: DEFAULT_PROFILE,
    useDeveloperFunds: false,
    documentsDir: tmpdir(),
    guards: { expectTotal: none, maxAmount: none, maxTotal: none },
    client: {
      baseUrl: 'http://127.0.0.1:9',
      authUrl: 'http://127.0.0.1:9',
      credentials: { clientId: 'bench', apiKey: 'bench', apiSecret: 'bench' },
      timeoutMs: 1000,
    },
    openLedger: () => new FileLedger(ledger, 'bench', {}),
    concurrency: 8,
    quote: true,
    haltAfter: 5,
    requireFunds: false,
    maxInDoubt: 10,
    alikeOk: false,
    alikeDays: 3,
    acceptLedger: false,
    environment: 'bench',
    clock: systemClock,
    random: Math.random,
    ...(compared && { history: { checks: DEFAULT_CHECKS, payee: 'x-payee' } }),
  };
  const checked = () => {
    const { user, system } = process.cpuUsage(before);
    ms = (user + system) / 1000;
    throw seen;
  };
  await run(settings, { log, checked }, new RunControl(), `bench-${process.pid}-${runs++}`).catch((error) => {
    if (error !== seen) throw error;
  });
  return ms;
}
