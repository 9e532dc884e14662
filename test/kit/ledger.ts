// Records of a ledger for tests. They are valid by default, and a test changes single fields by name.
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { FileLedger } from '../../src/ledger/file/file-ledger.ts';
import type { OpenFileOptions } from '../../src/ledger/file/open.ts';
import { hash64, hashInteger, referenceOf } from '../../src/ledger/keys.ts';
import type {
  ComparedRow,
  Intent,
  NewRun,
  Outcome,
  OutcomeType,
  Resolution,
  RowIdentity,
  RunRow,
} from '../../src/ledger/ledger.ts';
import { folder } from './folder.ts';

export const AT = new Date('2026-06-01T00:00:00Z');
export const after = (minutes: number): Date => new Date(AT.getTime() + minutes * 60_000);

export const claims = (...keys: string[]): BigInt64Array =>
  BigInt64Array.from(keys.map((key) => hashInteger(hash64(key))));

export const newRun = (id: string, more: Partial<NewRun> = {}): NewRun => ({
  id,
  kind: 'payouts',
  batchId: `b-${id}`,
  fileHash: 'f00d',
  parent: null,
  settings: {},
  file: 'f.csv',
  rows: 1,
  startedAt: AT,
  ...more,
});

export const identity = (runId: string, key = 'p:r:k', more: Partial<RowIdentity> = {}): RowIdentity => ({
  key,
  reference: referenceOf(key),
  content: 'c',
  fingerprint: '',
  target: '',
  runId,
  batchId: `b-${runId}`,
  line: 2,
  sequence: 0,
  currency: 'GBP',
  amount: '1',
  ...more,
});

export const intent = (runId: string, more: Partial<Intent> = {}): Intent => ({
  ...identity(runId, more.key),
  at: AT,
  body: '{}',
  idempotencyKey: null,
  idempotencyHeader: null,
  quote: null,
  resend: false,
  alikeSince: null,
  alikeReferenced: true,
  ...more,
});

/** The fields of an intent that name the account: `account`, and the body. */
export const paidTo = (account: string): Required<Pick<Intent, 'account' | 'body'>> => ({
  account,
  body: JSON.stringify({ destination: { externalAccountId: account } }),
});

/** A row of a file, with the values that the ledger compares. */
export const likeness = (more: Partial<ComparedRow>): ComparedRow => ({
  ...{ key: 'p:c:asked', reference: null, fingerprint: '', target: '', batchId: 'b' },
  ...more,
});

export const outcome = (runId: string, type: OutcomeType, more: Partial<Outcome> = {}): Outcome => ({
  ...identity(runId, more.key),
  at: AT,
  type,
  createdId: type === 'created' ? `t-${more.key ?? 'k'}` : null,
  httpStatus: 201,
  answer: '{"id":"t"}',
  message: undefined,
  status: type,
  code: '',
  startedAt: null,
  attempts: [],
  ...more,
});

export const runRow = (more: Partial<RunRow> = {}): RunRow => ({
  sequence: 0,
  line: 2,
  key: 'p:r:k',
  reference: 'k',
  status: 'created',
  createdId: 't',
  currency: 'GBP',
  amount: '1',
  message: undefined,
  code: '',
  ...more,
});

/** The row as its run reports it after an outcome. */
export const reportOf = (ended: Outcome, more: Partial<RunRow> = {}): RunRow => {
  const { sequence, line, key, reference, type: status, createdId, currency, amount, message } = ended;
  const of = { sequence, line, key, status, currency, amount, message };
  return runRow({ ...of, reference: reference ?? '', createdId: createdId ?? '', ...more });
};

export const resolution = (as: Resolution['as'], more: Partial<Resolution> = {}): Resolution => ({
  key: 'p:r:k',
  runId: 'a',
  line: 2,
  at: after(60),
  as,
  createdId: as === 'created' ? 't-9' : null,
  reason: 'statement',
  by: 'ada',
  correct: false,
  sure: false,
  ...more,
});

/** Writes the intent and the outcome of a row. */
export async function sent(
  ledger: FileLedger,
  runId: string,
  type: OutcomeType,
  more: Partial<Intent> & Partial<Outcome> = {},
): Promise<void> {
  await ledger.intend(intent(runId, more));
  const ended = outcome(runId, type, more);
  await ledger.record(ended);
}

/** A ledger that is closed when the test ends. */
export function openedLedger(
  path = join(folder(), 'state', 'ledger.db'),
  environment = 'env',
  options: Partial<OpenFileOptions> = {},
): FileLedger {
  const opened = new FileLedger(path, environment, { create: true, accept: false, ...options });
  onTestFinished(() => opened.close().catch(() => undefined));
  return opened;
}
