// The ledger keeps a rejection, a plan keeps the state of the ledger, and the export of a run keeps the plan.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { sha256Hex } from '../../../src/ledger/evidence/archive/format.ts';
import { approvedPlan, type Office } from '../../kit/plans.ts';

const sent = ({ service }: Office): number => service.store.transfers.length;
const says = (text: string) => expect.stringContaining(text) as string;

/** A plan that Ada approved and Bea rejected. */
async function rejectedPlan(): Promise<Office> {
  const one = await approvedPlan();
  const no = await one.approve('Bea', '--reject', '--reason', 'line 3 is paid twice');
  expect(no).toMatchObject({ code: 0, out: says('Rejected as Bea'), err: '' });
  return one;
}

const withoutNo = (one: Office): void => {
  const { signatures, ...rest } = one.read();
  one.write({ ...rest, signatures: signatures.filter(({ rejected }) => rejected === undefined) });
};

describe('a rejection', () => {
  it('stops the run even if it was removed from the plan file, because the ledger records it', async () => {
    const one = await rejectedPlan();
    withoutNo(one);
    expect(one.read().signatures).toHaveLength(1);
    expect(await one.run()).toMatchObject({
      code: 2,
      err: says('rejected by Bea (line 3 is paid twice). Make another plan'),
    });
    expect(sent(one)).toBe(0);
    // The ledger's chain is intact with the rejection in it.
    expect((await one.say(['ledger', 'verify'])).code).toBe(0);
  });
});

describe('the ledger state in a plan', () => {
  it('is the id, number and head of the ledger, and lets ledger verify find a fork', async () => {
    const one = await approvedPlan();
    const plan = join(one.at, 'p.plan');
    const shown = JSON.parse((await one.say(['ledger', 'show', '--json'])).out) as Record<string, unknown>;
    expect(one.read().plan).toMatchObject({
      ledgerId: shown['ledgerId'],
      ledgerSequence: shown['ledgerSequence'],
      ledgerHead: shown['ledgerHead'],
    });
    expect((await one.run()).code).toBe(0);
    expect((await one.say(['ledger', 'verify', '--against', plan])).code).toBe(0);
    const file = one.read();
    one.forge({ ...file, plan: { ...file.plan, ledgerHead: 'ab'.repeat(32) } });
    const forked = await one.say(['ledger', 'verify', '--against', plan]);
    expect(forked).toMatchObject({ code: 1, out: says('the chain does not contain it') });
  });
});

describe('the export of a run with a plan', () => {
  async function exported() {
    const one = await approvedPlan();
    expect((await one.run()).code).toBe(0);
    const out = join(one.at, 'run.zip');
    expect((await one.say(['ledger', 'export', 'last', '--out', out])).code).toBe(0);
    const members = unzipSync(readFileSync(out));
    const verify = async (changed: Record<string, Uint8Array>) => {
      writeFileSync(out, zipSync(changed));
      return one.say(['ledger', 'verify', out]);
    };
    return { ...one, members, verify };
  }

  it('contains the plan with its signatures and passes ledger verify', async () => {
    const { members, verify, read } = await exported();
    expect(JSON.parse(Buffer.from(members['plan.json'] ?? []).toString())).toEqual(read());
    expect(await verify(members)).toMatchObject({ code: 0 });
  });

  it('fails ledger verify if its plan was changed or removed, even with a manifest that fits', async () => {
    const { members, verify } = await exported();
    const plan = members['plan.json'] ?? new Uint8Array();
    const text = Buffer.from(plan).toString().replace('"GBP": "40.00"', '"GBP": "41.00"');
    expect(text).toContain('41.00');
    const changed = Buffer.from(text);
    const manifest = Buffer.from(members['manifest.json'] ?? []).toString();
    const fits = Buffer.from(manifest.replace(sha256Hex(plan), sha256Hex(changed)));
    for (const more of [{}, { 'manifest.json': fits }]) {
      const { code, out } = await verify({ ...members, 'plan.json': changed, ...more });
      expect([code, out]).toEqual([1, says('plan.json')]);
    }
    const { 'plan.json': gone, ...rest } = members;
    expect(gone).toBeDefined();
    const without = JSON.parse(manifest) as { members: Record<string, string> };
    delete without.members['plan.json'];
    const thinner = { ...rest, 'manifest.json': Buffer.from(JSON.stringify(without, null, 2)) };
    for (const one of [rest, thinner])
      expect(await verify(one)).toMatchObject({ code: 1, out: says('plan.json') });
  });
});
