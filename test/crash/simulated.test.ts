// A simulated kill at each named moment of each row. At that moment the ledger, its log, its high-water mark and the
// results are copied, as a kill would leave them. Another run continues with the copy, against a service that had
// executed as much. Counted at the service, nothing is created twice, and nothing is lost without being in doubt.
// kill.test.ts has real kills.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { CRASH_POINTS, type CrashPoint } from '../../src/batch/results/hooks.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import type { SandboxStore } from '../../src/sandbox/store.ts';
import { results } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { COLUMNS, customers, numbered, numberedCustomers, payouts } from '../kit/payouts.ts';
import { runIn, sandbox } from '../kit/sandbox.ts';

interface Moment {
  readonly point: CrashPoint;
  readonly reference: string;
  /** The folder with the files that a kill would have left. */
  readonly left: string;
  /** What the service had executed by then. */
  readonly executed: Pick<SandboxStore, 'transfers' | 'customers' | 'documents'>;
}

/** The names of all payouts and customers that the service created. */
const made = (service: Sandbox): string[] => [
  ...service.store.transfers.map(({ memo }) => memo ?? ''),
  ...[...service.store.customers.values()].map(({ body }) => String(body['businessLegalName'])),
];

/** Runs the file to its end, and copies the files at each moment. */
async function momentsOf(at: string): Promise<Moment[]> {
  const service = await sandbox();
  const moments: Moment[] = [];
  const hooks = {
    reached: (point: CrashPoint, reference: string) => {
      const left = folder();
      cpSync(at, left, { recursive: true });
      const { transfers, customers: known, documents } = service.store;
      moments.push({
        point,
        reference,
        left,
        executed: structuredClone({ transfers, customers: known, documents }),
      });
    },
  };
  expect((await runIn(at, service.url, { hooks })).exitCode).toBe(0);
  return moments;
}

/** Writes into the same files, because a ledger distinguishes its file from a copy. */
function putBack(left: string, at: string): void {
  for (const name of readdirSync(at)) if (!existsSync(join(left, name))) rmSync(join(at, name));
  for (const name of readdirSync(left)) writeFileSync(join(at, name), readFileSync(join(left, name)));
}

/**
 * Runs again with the files and the service of that moment. Each row that is reported as created was executed once,
 * and no row was executed twice.
 */
async function goesOn(at: string, moment: Moment, names: readonly string[]): Promise<void> {
  putBack(moment.left, at);
  const service = await sandbox({ seed: 2 });
  Object.assign(service.store, moment.executed);
  const { exitCode } = await runIn(at, service.url);
  const rows = results(join(at, 'in.results.csv'));
  const all = made(service);
  const told = rows.map(({ status = '' }, i) => {
    const times = all.filter((one) => one === names[i]).length;
    return times === 1 || (times === 0 && status === 'in_doubt')
      ? status
      : `${status}, executed ${times} times`;
  });
  const where = `${moment.point} of ${moment.reference}`;
  expect({ where, told }).toEqual({
    where,
    told: names.map(() => expect.stringMatching(/^(created|in_doubt)$/)),
  });
  expect([where, exitCode]).toEqual([where, told.includes('in_doubt') ? 3 : 0]);
  const own = Number(moment.reference.replace(/^\D*/, '')) - 1;
  if (moment.reference !== '') expect([where, told[own]]).toEqual([where, expectedAt(moment.point)]);
}

/** The status of the row of that moment. Between its intent and its outcome, nobody knows whether it was paid. */
const expectedAt = (point: CrashPoint): string =>
  point === 'after-intent' || point === 'after-answer' ? 'in_doubt' : 'created';

async function diesAnywhere(at: string, names: readonly string[]): Promise<Moment[]> {
  const moments = await momentsOf(at);
  for (const moment of moments) await goesOn(at, moment, names);
  expect(moments.filter(({ point }) => point === 'after-intent')).toHaveLength(names.length);
  return moments;
}

const pointsOf = (moments: readonly Moment[]): string[] =>
  [...new Set(moments.map(({ point }) => point))].sort();

describe('a run that dies at any named moment', () => {
  const rows = numbered(4).map((row, i) => (i % 3 === 0 ? { ...row, documents: 'doc.pdf' } : row));
  it.each([
    ['with references', COLUMNS],
    ['without references', COLUMNS.slice(1)],
  ])('of payouts %s: after another run, each payout is created once or is in doubt', async (_, columns) => {
    const at = folder({ 'in.csv': payouts(rows, columns), 'doc.pdf': 'some bytes' });
    const moments = await diesAnywhere(
      at,
      rows.map(({ memo }) => memo ?? ''),
    );
    expect(pointsOf(moments)).toEqual([...CRASH_POINTS].sort());
  });

  it.each([
    ['with references', []],
    ['without references', ['reference']],
  ])(
    'of customers %s: after another run, each customer is created once or is in doubt',
    async (_, without) => {
      const rows = numberedCustomers(3, { 'documents.BankStatements': 'one.pdf;two.pdf' });
      const at = folder({ 'in.csv': customers(rows, without), 'one.pdf': 'one', 'two.pdf': 'two' });
      const moments = await diesAnywhere(
        at,
        rows.map(({ businessLegalName }) => businessLegalName ?? ''),
      );
      expect(pointsOf(moments)).toEqual(CRASH_POINTS.filter((point) => point !== 'after-quote').sort());
    },
  );
});
