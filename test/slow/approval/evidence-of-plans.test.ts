// What a plan says besides its rows, and what outlives its file: who made it, where the ledger stood, who was never paid, how
// rows are compared, and a no that is cut out of it by hand.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import type { PlanFile } from '../../../src/approval/plan-format.ts';
import { signPlan } from '../../../src/approval/signatures.ts';
import { systemUser } from '../../../src/cli/this-process.ts';
import { sha256Hex } from '../../../src/ledger/sqlite/archive/format.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { approvedPlan, type Office, office } from '../../kit/plans.ts';

const sent = ({ service }: Office): number => service.store.transfers.length;
const says = (text: string) => expect.stringContaining(text) as string;

/** One that Bea has rejected, after Ada's approval. */
async function rejectedPlan(): Promise<Office> {
  const one = await approvedPlan();
  const no = await one.approve('Bea', '--reject', '--reason', 'line 3 is paid twice');
  expect(no).toMatchObject({ code: 0, out: says('and its ledger has the rejection'), err: '' });
  return one;
}

const withoutNo = (one: Office): void => {
  const { signatures, ...rest } = one.read();
  one.write({ ...rest, signatures: signatures.filter(({ rejected }) => rejected === undefined) });
};

describe('a rejection', () => {
  it('that is cut out of the plan by hand still ends it: the ledger knows of it', async () => {
    const one = await rejectedPlan();
    withoutNo(one);
    expect(one.read().signatures).toHaveLength(1);
    expect(await one.run()).toMatchObject({ code: 2, err: says('rejected by Bea: line 3 is paid twice') });
    expect(sent(one)).toBe(0);
    // Nor can anybody sign it, and whoever looks at it is told.
    one.hire('Cy');
    one.configure({ requireApproval: true });
    expect(await one.approve('Cy')).toMatchObject({ code: 2, err: says('rejected by Bea') });
    expect((await one.say(['plan', 'show', join(one.at, 'p.plan')])).out).toContain('REJECTED by Bea');
    // It is part of what the ledger's chain tells of.
    expect((await one.say(['ledger', 'verify'])).code).toBe(0);
  });

  it('of a copy that was made before it ends that copy, too', async () => {
    const one = await approvedPlan();
    copyFileSync(join(one.at, 'p.plan'), join(one.at, 'copy.plan'));
    await one.approve('Bea', '--reject', '--reason', 'no');
    const ran = await one.say(['run', '--plan', join(one.at, 'copy.plan')]);
    expect(ran).toMatchObject({ code: 2, err: says('rejected by Bea: no') });
    expect(sent(one)).toBe(0);
  });

  it('counts in the ledger as in the file: by the approvers of today', async () => {
    const one = await rejectedPlan();
    withoutNo(one);
    one.people.delete('Bea');
    one.configure({ requireApproval: true });
    expect((await one.run()).code).toBe(0);
  });

  it('ends it where the config of the run names nobody, in the plan or cut out of it', async () => {
    const one = await rejectedPlan();
    one.people.clear();
    one.configure({});
    const refused = { code: 2, err: says('rejected by Bea: line 3 is paid twice') };
    expect(await one.run()).toMatchObject(refused);
    withoutNo(one);
    expect(await one.run()).toMatchObject(refused);
    expect(sent(one)).toBe(0);
  });

  it('says where it is not known: made without the ledger, or beside another one', async () => {
    const one = await approvedPlan();
    const no = ['--reject', '--reason', 'x'];
    const away = { env: { PAYBATCH_LEDGER: join(one.at, 'none.db') } };
    const told = await one.say(
      ['approve', join(one.at, 'p.plan'), '--key', join(one.at, 'Bea.key'), '--yes', ...no],
      away,
    );
    expect(told).toMatchObject({ code: 0, err: says('p.plan has the rejection: its ledger') });
    expect(told.err).toContain('there is no ledger here');
    expect((await one.run()).code).toBe(2);
    withoutNo(one);
    expect((await one.run()).code).toBe(0); // as SECURITY.md has it
  });
});

describe('whoever made a plan', () => {
  it('is told by the system as well, inside of what is signed', async () => {
    const one = await approvedPlan();
    expect(one.read().plan).toMatchObject({ maker: 'Max Maker', user: systemUser() });
    const { out } = await one.say(['plan', 'show', join(one.at, 'p.plan')]);
    expect(out).toContain(`Max Maker (as ${systemUser()})`);
    const file = one.read();
    one.forge({ ...file, plan: { ...file.plan, user: 'somebody' } });
    expect(await one.run()).toMatchObject({ code: 2, err: says("doesn't hold") });
  });

  const spelt = [systemUser(), systemUser().toUpperCase(), ` ${systemUser()}\u200b`];
  it.each(spelt)('can not approve it under the name of the system, %j, whatever --by said', async (name) => {
    const one = await office();
    one.hire(name);
    one.configure({ requireApproval: true });
    expect((await one.plan()).code).toBe(0);
    expect(await one.approve(name)).toMatchObject({ code: 2, err: says('somebody else must approve it') });
    const file = one.read();
    const said = { name, publicKey: one.people.get(name) ?? '', at: new Date().toISOString() };
    one.write({ ...file, signatures: [signPlan(file, one.keyOf(name), said)] });
    expect(await one.run()).toMatchObject({ code: 2, err: says('made the plan') });
    expect(sent(one)).toBe(0);
  });
});

describe('a signature by another program', () => {
  /** Of the four members that are documented, without our seal over name and time. */
  async function bySomebodyElse(more: Partial<PlanFile['signatures'][number]>): Promise<Office> {
    const one = await office();
    one.hire('Ada', 'Bea');
    one.configure({ requireApproval: true });
    await one.plan();
    const file = one.read();
    const said = { name: 'Ada', publicKey: one.people.get('Ada') ?? '', at: new Date().toISOString() };
    const { seal, ...bare } = signPlan(file, one.keyOf('Ada'), said);
    expect(seal).toBeDefined();
    one.write({ ...file, signatures: [{ ...bare, ...more }] });
    return one;
  }
  it('counts', async () => {
    const one = await bySomebodyElse({});
    expect((await one.run()).code).toBe(0);
    expect(sent(one)).toBe(4);
  });
  it.each([[{ name: 'Bea' }], [{ at: '2026-01-01T00:00:00.000Z' }]])(
    'does not with %j put in',
    async (more) => {
      const one = await bySomebodyElse(more);
      expect(await one.run()).toMatchObject({ code: 2, err: says('its name or its time was changed') });
      expect(sent(one)).toBe(0);
    },
  );
});

describe('where the ledger stood', () => {
  it('stands in the plan, and a ledger that has another chain is found by it', async () => {
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
    expect(forked).toMatchObject({ code: 1, out: says('another chain than this one was seen here') });
  });

  it('is a height that the ledger may not be below', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval: true });
    await one.plan();
    const file = one.read();
    one.forge({ ...file, plan: { ...file.plan, ledgerSequence: 7 } });
    await one.approve('Ada');
    expect(await one.run()).toMatchObject({
      code: 2,
      err: says('an older copy of the ledger was put in its place'),
    });
    expect(sent(one)).toBe(0);
  });
});

describe('accounts that were never paid', () => {
  const NEW = '11111111-2222-4333-8444-555555555555';
  const rows = [...numbered(2), { ...numbered(3)[2], 'destination.externalAccountId': NEW }];

  /** After a run that paid the other account. */
  async function secondNight(): Promise<Office> {
    const one = await office();
    one.hire('Ada');
    one.configure({});
    writeFileSync(join(one.at, 'in.csv'), payouts(numbered(1, { reference: 'earlier', memo: 'before' })));
    expect((await one.say(['run', join(one.at, 'in.csv')])).code).toBe(0);
    one.configure({ requireApproval: true });
    writeFileSync(join(one.at, 'in.csv'), payouts(rows));
    return one;
  }

  it('stand on the page, and in what is signed', async () => {
    const one = await secondNight();
    const { code, out, err } = await one.plan();
    expect(code, err).toBe(0);
    expect(out).toMatch(
      new RegExp(`1 row to 1 account that was never paid before:\\n.*all of them.*\\n *4 .*${NEW}`),
    );
    const { firstPayments, rows: planned } = one.read().plan;
    expect(firstPayments).toMatchObject({ rows: 1, accounts: 1, largest: [{ line: 4, payee: NEW }] });
    expect(planned.map(({ first }) => first)).toEqual([undefined, undefined, true]);
    await one.approve('Ada');
    expect((await one.run()).code).toBe(0);
    expect(sent(one)).toBe(4);
  });

  it.each<[string, (file: PlanFile) => void]>([
    [
      'in its figures',
      ({ plan }) => void Object.assign(plan, { firstPayments: { rows: 0, accounts: 0, largest: [] } }),
    ],
    [
      'altogether',
      ({ plan }) => {
        Object.assign(plan, { firstPayments: { rows: 0, accounts: 0, largest: [] } });
        for (const row of plan.rows) delete row.first;
      },
    ],
  ])('that the maker took out of it %s are missed when it is run', async (_, change) => {
    const one = await secondNight();
    await one.plan();
    const file = one.read();
    change(file);
    one.forge(file);
    await one.approve('Ada');
    expect(await one.run()).toMatchObject({
      code: 2,
      err: expect.stringMatching(/its first payments are not those of its file|contradicts itself/) as string,
    });
    expect(sent(one)).toBe(1);
  });

  it('are missed as well when each account has got a small payment since', async () => {
    const one = await secondNight();
    one.configure({ requireApproval: { from: { GBP: '15' } } });
    await one.plan();
    const file = one.read();
    Object.assign(file.plan, { firstPayments: { rows: 0, accounts: 0, largest: [] } });
    for (const row of file.plan.rows) delete row.first;
    one.forge(file);
    await one.approve('Ada');
    expect((await one.run()).code).toBe(2);
    const small = { reference: 'small', memo: 'a trifle', 'destination.externalAccountId': NEW };
    writeFileSync(join(one.at, 'small.csv'), payouts(numbered(1, small)));
    expect((await one.say(['run', join(one.at, 'small.csv')])).code).toBe(0);
    expect(await one.run()).toMatchObject({
      code: 2,
      err: expect.stringContaining('its first payments are not those of its file') as string,
    });
    expect(sent(one)).toBe(2);
  });

  it('may have been paid since by others, where the plan tells of them', async () => {
    const one = await secondNight();
    one.configure({ requireApproval: { from: { GBP: '15' } } });
    await one.plan();
    await one.approve('Ada');
    const small = { reference: 'small', memo: 'a trifle', 'destination.externalAccountId': NEW };
    writeFileSync(join(one.at, 'small.csv'), payouts(numbered(1, small)));
    expect((await one.say(['run', join(one.at, 'small.csv')])).code).toBe(0);
    expect((await one.run()).code).toBe(0);
    expect(sent(one)).toBe(5);
  });

  it('are those of the plan still when a part of it was paid', async () => {
    const one = await secondNight();
    await one.plan();
    await one.approve('Ada');
    one.service.faults.add({ kind: '401', operation: 'createTransfer', first: 1 });
    one.service.faults.clear();
    one.service.faults.add({ kind: '429', operation: 'createTransfer', every: 2 });
    await one.run('--concurrency', '1');
    one.service.faults.clear();
    expect([0, 2]).toContain((await one.run()).code); // used up, or gone on
    expect(sent(one)).toBe(4);
  });
});

describe('what rows are compared by', () => {
  it.each([
    [{ checks: { amountUnusual: 'error' } }],
    [{ checks: { payeeChanged: 'off' } }],
    [{ payee: 'x-name' }],
    [{ alikeDays: 0 }],
  ])('is frozen: a config with %j is another one', async (config) => {
    const one = await approvedPlan();
    one.configure({ requireApproval: true, ...config });
    expect(await one.run()).toMatchObject({ code: 2, err: says('what rows are compared by') });
    expect(sent(one)).toBe(0);
    one.configure({ requireApproval: true });
    expect((await one.run()).code).toBe(0);
  });

  it('is done by plan, too: what is an error makes no plan, or a row that is never sent', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval: true, checks: { firstPayment: 'error' } });
    expect(await one.plan()).toMatchObject({ code: 1, err: says('was never paid before') });
    expect(readdirSync(one.at)).not.toContain('p.plan');
    const made = await one.plan('--max-invalid', '4');
    expect(made).toMatchObject({ code: 2, err: says('no row of it is to be sent') });
  });
});

describe('an export of a run that was held to a plan', () => {
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

  it('holds the plan with its signatures, which are verified', async () => {
    const { members, verify, read } = await exported();
    expect(JSON.parse(Buffer.from(members['plan.json'] ?? []).toString())).toEqual(read());
    expect(await verify(members)).toMatchObject({ code: 0 });
  });

  it('finds another plan, and none, also where the manifest was changed with it', async () => {
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

  it('of a run without a plan has no such member', async () => {
    const one = await office();
    await one.say(['run', join(one.at, 'in.csv')]);
    const out = join(one.at, 'run.zip');
    await one.say(['ledger', 'export', 'last', '--out', out]);
    const members = unzipSync(readFileSync(out));
    expect(Object.keys(members)).not.toContain('plan.json');
    rmSync(out);
  });
});
