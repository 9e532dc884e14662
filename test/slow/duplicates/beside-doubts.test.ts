// Rows that a plan doesn't let go, since each may be the same payment as one in doubt: whoever signs sees them, apart from what
// is to be paid, and a run holds to it, whatever became of the doubt since.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { withPlanDigest } from '../../../src/approval/plan-digest.ts';
import { type PlanFile, readPlan } from '../../../src/approval/plan-format.ts';
import { signPlan } from '../../../src/approval/signatures.ts';
import { changesOf } from '../../unit/approval/changed-members.ts';
import { results } from '../../kit/cli.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { type Office, office } from '../../kit/plans.ts';

const plainly = (text: string): string => text.replaceAll(/\s+/g, ' ');
/** Three amounts; the first is the doubt's. */
const rows = ['100', '20', '3'].map((receiverAmount, at) => ({ ...numbered(3)[at], receiverAmount }));
const doubtful = { ...rows[0], reference: 'X', memo: 'Goods delivered in May' };

async function inDoubt(one: Office, name: string, row: object): Promise<string> {
  one.service.faults.add({ kind: '500-after', operation: 'createTransfer', first: 1 });
  writeFileSync(join(one.at, name), payouts([row as Record<string, string>]));
  expect((await one.say(['run', join(one.at, name), '--yes'])).code).toBe(3);
  return results(join(one.at, name.replace('.csv', '.results.csv')))[0]?.['runId'] ?? '';
}

async function planned() {
  const one = await office();
  one.hire('Ada');
  one.configure({ requireApproval: false });
  writeFileSync(join(one.at, 'in.csv'), payouts(rows));
  const runId = await inDoubt(one, 'd.csv', doubtful);
  const made = await one.plan();
  expect(made.code, made.err).toBe(0);
  const settle = (as: string, ...more: string[]) =>
    one.say(['resolve', runId, '--line', '2', '--as', as, ...more, '--reason', 'asked', '--yes']);
  const statuses = () =>
    results(join(one.at, 'in.results.csv')).map(({ status, errorCode }) =>
      [status, errorCode].join(' ').trim(),
    );
  return { ...one, runId, made, settle, statuses };
}

describe('a row that resembles one in doubt', () => {
  it('stands in the plan with its state, what it resembles, and apart from what is to be paid', async () => {
    const { read, runId } = await planned();
    const { plan } = read();
    expect(plan.rows.map(({ state }) => state)).toEqual(['alike', 'new', 'new']);
    expect(plan.rows[0]?.like).toEqual({ run: runId, line: 2 });
    expect(plan.counts).toEqual({ rows: 3, alike: 1, new: 2 });
    expect(plan.totals).toEqual({ GBP: '23' });
    expect(plan.besideDoubts).toMatchObject({ rows: 1, totals: { GBP: '100' }, largest: [{ line: 2 }] });
    expect(plan.rows[0]).not.toHaveProperty('debit');
  });

  it('is on the page of whoever makes, reads and signs it', async () => {
    const { at, made, say, approve, runId } = await planned();
    const shown = await say(['plan', 'show', join(at, 'p.plan')]);
    for (const { out } of [made, shown, await approve('Ada')]) {
      expect(out).toMatch(/^ GBP +23\.00$/m);
      expect(out).toMatch(/^ GBP, held beside a doubt: not paid +100\.00$/m);
      expect(plainly(out)).toContain(
        '1 row is held, since it may be the same payment as one that is or was in doubt',
      );
      expect(plainly(out)).toMatch(new RegExp(`line 2 \\([^)]+\\): like line 2 of run ${runId}`));
    }
  });

  it('is held by the run; the others are paid', async () => {
    const { approve, run, statuses, service, runId, at } = await planned();
    await approve('Ada');
    expect((await run()).code).toBe(4);
    expect(statuses()).toEqual(['not_sent alike', 'created', 'created']);
    expect(results(join(at, 'in.results.csv'))[0]?.['errorMessage']).toContain(`line 2 of run ${runId}`);
    expect(service.store.transfers).toHaveLength(3);
    const again = await run();
    expect(again.code).toBe(2);
    expect(plainly(again.err)).toContain(
      'used up: each of its rows was sent, but for 1 that it holds beside a doubt',
    );
  });

  it.each([
    ['not-created', []],
    ['created', ['--transfer-id', 'T']],
  ])('stays held where the doubt was settled as %s since', async (as, more) => {
    const { approve, run, settle, statuses, service, runId, at } = await planned();
    await approve('Ada');
    const flags = more.length === 0 ? [] : ['--transfer-id', service.store.transfers[0]?.id ?? ''];
    const settled = await settle(as, ...flags, ...(as === 'created' ? [] : ['--sure']));
    expect(settled.code, settled.err).toBe(0);
    expect((await run()).code).toBe(4);
    expect(statuses()).toEqual(['not_sent alike', 'created', 'created']);
    const said = results(join(at, 'in.results.csv'))[0]?.['errorMessage'];
    expect(said).toContain(`line 2 of run ${runId}`);
    expect(said).toContain('make another plan');
  });

  it('is held, and said, where the doubt arose after the approval', async () => {
    const one = await planned();
    await one.approve('Ada');
    const other = await inDoubt(one, 'e.csv', { ...rows[1], reference: 'Y', memo: 'Rent of the hall' });
    const ran = await one.run();
    expect(ran.code).toBe(4);
    expect(one.statuses()).toEqual(['not_sent alike', 'not_sent alike', 'created']);
    expect(plainly(ran.err)).toContain(
      `1 row resembles what came to be in doubt after this plan was made (the first: line 3, like line 2 of run ${other}): held, so less is paid than was approved`,
    );
  });
});

it('is a difference between two plans', async () => {
  const { say, at } = await planned();
  expect((await say(['plan', join(at, 'in.csv'), '--out', join(at, 'q.plan'), '--alike-ok'])).code).toBe(0);
  const { code, out } = await say(['plan', 'diff', join(at, 'p.plan'), join(at, 'q.plan')]);
  expect(code).toBe(1);
  expect(plainly(out)).toContain('besideDoubts.totals.GBP: 100 -> none');
  expect(plainly(out)).toMatch(/rows: line 2 alike, like line 2 of run \S+ -> line 2 new/);
});

it('is no plan where no row is left beside the doubts', async () => {
  const one = await office();
  writeFileSync(join(one.at, 'in.csv'), payouts(rows.slice(0, 1)));
  await inDoubt(one, 'd.csv', doubtful);
  const { code, err } = await one.plan();
  expect(code).toBe(2);
  expect(plainly(err)).toContain('no row of it is to be sent: 1 row is held beside a doubt');
});

it('is refused where the maker wrote that the row would be paid', async () => {
  const one = await planned();
  const file = one.read();
  const { plan } = file;
  const largest = file.plan.besideDoubts?.largest ?? [];
  one.forge({
    ...file,
    plan: {
      ...plan,
      besideDoubts: undefined,
      counts: { rows: 3, new: 3 },
      totals: { GBP: '123' },
      largest: [...largest, ...plan.largest],
      firstPayments: {
        rows: 3,
        accounts: plan.firstPayments.accounts,
        largest: [...largest, ...plan.largest],
      },
      rows: plan.rows.map(({ line, debit, fee }) => ({
        line,
        state: 'new',
        first: true,
        ...(debit !== undefined && { debit }),
        ...(fee !== undefined && { fee }),
      })),
    },
  });
  const signed = await one.approve('Ada');
  expect(signed.code, signed.err).toBe(0);
  const { code, err } = await one.run();
  expect(plainly(err)).toContain('line 2 is "new" in it, and by the ledger it is held beside a doubt');
  expect(code).toBe(2);
  expect(one.service.store.transfers).toHaveLength(1);
});

/** As its maker would write it, and as Ada would sign it. */
function signed(one: Office, { format, plan }: PlanFile): PlanFile | undefined {
  const file = { format, plan: withPlanDigest(format, plan), signatures: [] };
  try {
    const read = readPlan(JSON.stringify(file), 'p');
    const said = { name: 'Ada', publicKey: one.people.get('Ada') ?? '', at: new Date().toISOString() };
    return { ...file, signatures: [signPlan(read, one.keyOf('Ada'), said)] };
  } catch {
    return undefined;
  }
}

it('has no member that can be changed before it is signed', { timeout: 180_000 }, async () => {
  const one = await planned();
  const file = one.read();
  const { besideDoubts, rows: planRows } = file.plan;
  const text = JSON.stringify({ besideDoubts, row: planRows[0] });
  const missed: string[] = [];
  let tried = 0;
  for (const { what, file: changed } of changesOf(text)) {
    if (JSON.stringify(changed) === text) continue;
    const { besideDoubts: beside, row } = changed as { besideDoubts: never; row: never };
    const made = signed(one, {
      ...file,
      plan: { ...file.plan, besideDoubts: beside, rows: [row, ...planRows.slice(1)] },
    });
    if (!made) continue;
    tried++;
    one.write(made);
    const { code } = await one.run();
    if (code === 2 && one.service.store.transfers.length === 1) continue;
    missed.push(what);
    break;
  }
  expect(missed).toEqual([]);
  expect(tried).toBeGreaterThan(5);
});
