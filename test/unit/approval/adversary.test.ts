// Attempts to get around an approval: none sends a row without an approval, and none sends a row twice.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { PlanError } from '../../../src/approval/plan-error.ts';
import { type PlanFile, readPlan } from '../../../src/approval/plan-format.ts';
import { verifySignatures } from '../../../src/approval/signatures.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { approvedPlan, type Office, office } from '../../kit/plans.ts';
import { changesOf } from './changed-members.ts';

const sent = ({ service }: Office): number => service.store.transfers.length;
const says = (text: string) => expect.stringContaining(text) as string;

describe('the limit from which a total needs an approval', () => {
  it('applies to all rows of a currency, in capitals or small letters', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval: { from: { GBP: '40' } } });
    const rows = numbered(4).map((row, at) => ({
      ...row,
      'destination.currency': at % 2 === 0 ? 'GBP' : 'gbp',
    }));
    writeFileSync(join(one.at, 'in.csv'), payouts(rows));
    expect(await one.say(['run', join(one.at, 'in.csv')])).toMatchObject({
      code: 2,
      err: says('the total of 40 GBP reaches the limit of 40'),
    });
    expect((await one.plan()).code).toBe(0);
    expect(await one.run()).toMatchObject({
      code: 2,
      err: says('it needs 1 signature of approvers, but has none. Ask '),
    });
    expect(sent(one)).toBe(0);
  });

  it.each([['4e1'], ['400e-1'], ['40.000'], ['0.4E2']])(
    'applies to the amount of a single transfer by its value: %s',
    async (amount) => {
      const one = await office();
      one.hire('Ada');
      one.configure({ requireApproval: { from: { GBP: '40' } } });
      const body = `{"customerId":"7c9e6679-7425-40de-944b-e07fc1f90ae7","source":{"currency":"USDC","network":"ethereum","walletId":"16fd2706-8baf-433b-82eb-8c7fada847da"},"destination":{"currency":"GBP","externalAccountId":"886313e1-3b8a-4372-9b90-0c9aee199e5d"},"purposeOfPayment":"PaymentForGoods","receiverAmount":${amount},"memo":"m"}`;
      expect((await one.say(['api', 'createTransfer', '--yes', '--data', body])).code).toBe(2);
      const old = body.replace('"receiverAmount"', '"amount"');
      expect((await one.say(['api', 'createTransfer', '--yes', '--data', old])).code).toBe(2);
      expect(sent(one)).toBe(0);
    },
  );
});

describe('a plan file that was edited by hand', () => {
  it.each<[string, unknown]>([
    ['a number', 7],
    ['an empty text', ''],
  ])('is refused if the name of its maker is %s', async (_, maker) => {
    const one = await approvedPlan();
    const file = one.read();
    one.forge({ ...file, plan: { ...file.plan, maker: maker as string } }); // a wrong value on purpose
    expect((await one.run()).code).toBe(2);
    expect((await one.say(['plan', 'show', join(one.at, 'p.plan')])).code).toBe(2);
    expect(sent(one)).toBe(0);
  });

  it.each<[string, object]>([
    ['its reason', { rejected: '\ud800' }],
    ['its name', { name: 'A\udc00' }],
    ['an unknown member', { '\ud800': 1 }],
  ])('is refused if a signature has a lone surrogate in %s', async (_, more) => {
    const one = await approvedPlan();
    const file = one.read();
    one.write({ ...file, signatures: [{ ...file.signatures[0], ...more }] });
    expect((await one.run()).code).toBe(2);
    expect(sent(one)).toBe(0);
  });

  it('is shown to the approver without control characters', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({});
    await one.plan();
    const file = one.read();
    const evil = 'x\u001b[2J\r\nApproved by Ada\u202e';
    Object.assign(file.plan, { maker: evil, environment: evil, file: evil, documentsDir: evil });
    Object.assign(file.plan.counts, { [evil]: 1 });
    Object.assign(file.plan.settings.changed, { [evil]: evil });
    Object.assign(file.plan.largest[0]!, { payee: evil, reference: evil });
    one.forge(file);
    const { out } = await one.approve('Ada');

    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|^Approved by Ada/m);
  });
});

/** A plan with a value of every kind. */
async function fullPlan(): Promise<Office> {
  const one = await office();
  one.hire('Ada');
  one.configure({ requireApproval: true, profile: { memoTag: true } });
  writeFileSync(join(one.at, 'a.pdf'), '%PDF-1.4');
  writeFileSync(join(one.at, 'in.csv'), payouts(numbered(3, { documents: 'a.pdf' })));
  expect((await one.plan()).code).toBe(0);
  return one;
}

/** The changes that reading the plan and verifying its signatures does not find, and how many were tried. */
function unseenIn(file: PlanFile): { readonly unseen: readonly string[]; readonly tried: number } {
  const text = JSON.stringify(file);
  const unseen: string[] = [];
  let tried = 0;
  for (const change of changesOf(text)) {
    const now = JSON.stringify(change.file);
    if (now === text) continue;
    tried++;
    try {
      verifySignatures(readPlan(now, 'p'), 'p');
      unseen.push(change.what);
    } catch (error) {
      expect(error).toBeInstanceOf(PlanError);
    }
  }
  return { unseen, tried };
}

describe('a single change of a plan', () => {
  it('is found in a signed plan, unless it only removes the seal of a signature', async () => {
    const one = await fullPlan();
    await one.approve('Ada');
    const { unseen, tried } = unseenIn(one.read());
    expect(tried).toBeGreaterThan(250);
    // Signatures of other programs have no seal (DECISIONS, Plans).
    expect(unseen).toEqual(['gone signatures.0.seal']);
  });

  it('is found in a plan that nobody has signed yet', async () => {
    const one = await fullPlan();
    const { unseen, tried } = unseenIn(one.read());
    expect(tried).toBeGreaterThan(220);
    expect(unseen).toEqual([]);
  });
});

describe('an invisible name in --by', () => {
  it.each(['\u200b', '\u2800 \u00ad', ' '])('is refused: %j', async (name) => {
    const one = await office();
    const made = await one.say([
      'plan',
      join(one.at, 'in.csv'),
      '--out',
      join(one.at, 'q.plan'),
      '--by',
      name,
    ]);
    expect(made).toMatchObject({ code: 2, err: says('--by') });
  });
});

describe('two runs of one planned file', () => {
  it('pay each row once with the same plan at the same time', async () => {
    const one = await approvedPlan();
    one.service.addFault({ kind: 'slow', operation: 'createTransfer', ms: 300 });
    const both = await Promise.all([
      one.run('--results', join(one.at, 'a.csv')),
      one.run('--results', join(one.at, 'b.csv')),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 2]);
    expect(sent(one)).toBe(4);
    expect(readFileSync(join(one.at, 'l.db')).length).toBeGreaterThan(0);
  });

  it('pay each row once with two approved plans', async () => {
    const one = await approvedPlan();
    const first = one.read();
    expect((await one.plan()).code).toBe(2); // a signed plan is never overwritten
    one.write({ ...first, signatures: [] });
    await one.plan();
    await one.approve('Ada');
    const second = one.read();
    expect((await one.run()).code).toBe(0);
    one.write(first);
    expect(await one.run()).toMatchObject({ code: 2, err: says('sent outside this plan') });
    one.write(second);
    expect(await one.run()).toMatchObject({ code: 2, err: says('there is nothing to send') });
    expect(sent(one)).toBe(4);
  });
});
