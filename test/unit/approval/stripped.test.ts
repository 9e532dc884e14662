// A maker who takes the gravest warnings out of a plan before it is signed: its run refuses it, whatever was paid in between.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { COLUMNS, GOOD, payouts } from '../../kit/payouts.ts';
import { type Office, office } from '../../kit/plans.ts';

const plainly = (text: string): string => text.replaceAll(/\s+/g, ' ');
const PAYEES = [...COLUMNS, 'x-payee'];
const others = [2, 3, 4, 5].map((n) => ({
  reference: `P-${n}`,
  receiverAmount: `${n}.00`,
  memo: `part ${n}`,
}));

interface Case {
  readonly flags?: readonly string[];
  readonly faults?: Parameters<typeof office>[0];
  /** Writes the files; what is planned is in.csv. */
  readonly begin: (one: Office) => Promise<void>;
  /** What an honest plan's run ends with, and how many rows it sends. */
  readonly honest: { readonly code: number; readonly sent: number };
}

async function pay(one: Office, name: string, rows: readonly object[], wanted = 0): Promise<void> {
  writeFileSync(join(one.at, `${name}.csv`), payouts(rows.map((row) => ({ ...row }))));
  const { code, err } = await one.say(['run', join(one.at, `${name}.csv`), '--yes']);
  expect(code, err).toBe(wanted);
}

const plan = (one: Office, rows: readonly object[]): void =>
  writeFileSync(join(one.at, 'in.csv'), payouts(rows.map((row) => ({ ...row }))));

const CASES: Readonly<Record<string, Case>> = {
  'a row that looks like one that was paid': {
    begin: async (one) => {
      await pay(one, 'old', [{ reference: 'INV-1', memo: 'goods' }]);
      plan(one, [{ reference: 'NEW-A', memo: 'goods' }, ...others]);
    },
    honest: { code: 0, sent: 5 },
  },
  'a row that looks like one in doubt': {
    faults: { faults: [{ kind: '500-after', operation: 'createTransfer', first: 1 }] },
    begin: async (one) => {
      await pay(one, 'old', [{ reference: 'INV-7', memo: 'Invoice 7' }], 3);
      plan(one, [{ reference: 'INV-8', memo: 'Invoice 8' }, ...others]);
    },
    honest: { code: 1, sent: 4 }, // that row is held
  },
  'one account for all': {
    flags: ['--map', 'map.json'],
    begin: (one) => {
      const columns = PAYEES.filter((name) => name !== 'destination.externalAccountId');
      const rows = others.map((row, n) => ({ ...row, 'x-payee': `Payee ${n}` }));
      writeFileSync(join(one.at, 'in.csv'), payouts(rows, columns));
      const account = GOOD['destination.externalAccountId'];
      const map = { constants: { 'destination.externalAccountId': account } };
      writeFileSync(join(one.at, 'map.json'), JSON.stringify(map));
      return Promise.resolve();
    },
    honest: { code: 0, sent: 4 },
  },
};

describe.each(Object.entries(CASES))('%s', (_, { flags = [], faults = {}, begin, honest }) => {
  const begun = async (): Promise<Office> => {
    const one = await office(faults);
    one.hire('Ada');
    one.configure({ payee: 'x-payee' }); // so that the others need no plan
    await begin(one);
    expect((await one.plan(...flags)).code).toBe(0);
    expect(one.read().plan.warnings.count).toBeGreaterThan(0);
    return one;
  };

  it.each([
    ['at once', false],
    ['after another payment', true],
  ])('is missed by the run %s, and nothing is sent', async (__, grown) => {
    const one = await begun();
    const file = one.read();
    one.forge({ ...file, plan: { ...file.plan, warnings: { count: 0, first: [] } } });
    expect((await one.approve('Ada')).code).toBe(0);
    if (grown) await pay(one, 'tiny', [{ reference: 'T-1', receiverAmount: '0.50', memo: 'stamps' }]);
    const before = one.service.store.transfers.length;
    const { code, err } = await one.run();
    expect([code, plainly(err)]).toEqual([2, expect.stringMatching(/wasn't told of/)]);
    expect(one.service.store.transfers).toHaveLength(before);
  });

  it('left in, it lets the run go, after another payment, too', async () => {
    const one = await begun();
    expect((await one.approve('Ada')).code).toBe(0);
    await pay(one, 'tiny', [{ reference: 'T-1', receiverAmount: '0.50', memo: 'stamps' }]);
    const before = one.service.store.transfers.length;
    const { code, err } = await one.run();
    expect(code, err).toBe(honest.code);
    expect(one.service.store.transfers).toHaveLength(before + honest.sent);
  });
});
