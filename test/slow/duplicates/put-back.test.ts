// A ledger was restored from a backup that is older than a plan, and has grown since. It has no record of the plan's
// payments, so the plan is refused, even if the ledger now has a higher sequence number. On both stores.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { newKeyPair } from '../../../src/approval/keys.ts';
import { Company } from '../../hosts/kit/hosts.ts';
import { payouts } from '../../kit/payouts.ts';
import { type Office, office, PASSPHRASE } from '../../kit/plans.ts';
import { HAS_POSTGRES, postgres } from '../../kit/postgres.ts';

const says = (text: string) => expect.stringContaining(text) as string;
const WHAT_TO_DO = 'restore the right ledger';

/** Commands that pay other small files. Each file has a separate folder for its results. */
const others = (at: string, count: number): string[][] =>
  Array.from({ length: count }, (_, one) => {
    const folder = join(at, `other-${one}-${Math.random().toString(36).slice(2)}`);
    mkdirSync(folder);
    const memo = `other ${one} ${folder}`;
    writeFileSync(join(folder, 'o.csv'), payouts([{ reference: `O-${one}-${folder}`, memo }]));
    return ['run', join(folder, 'o.csv'), '--yes'];
  });

/** A ledger in a separate folder, which `putBack` restores from a copy. */
async function inFolder() {
  const one = await office();
  const [here, kept] = [join(one.at, 'var'), join(one.at, 'kept')];
  mkdirSync(here);
  const env = { PAYBATCH_LEDGER: join(here, 'l.db') };
  const say: Office['say'] = (args) => one.say(args, { env });
  one.hire('Ada');
  one.configure({ requireApproval: { from: { GBP: '30' } } });
  const pay = async (count: number) => {
    for (const args of others(one.at, count)) expect((await say(args)).code).toBe(0);
  };
  return { ...one, say, pay, keep: () => cpSync(here, kept, { recursive: true }), putBack };
  function putBack(): void {
    rmSync(here, { recursive: true });
    cpSync(kept, here, { recursive: true });
  }
}

describe('a plan that does not fit the ledger', () => {
  it('is refused if the ledger was restored from an older backup and has grown since', async () => {
    const { at, say, pay, keep, putBack, service } = await inFolder();
    await pay(1);
    keep();
    await pay(1);
    const plan = ['plan', join(at, 'in.csv'), '--out', join(at, 'p.plan'), '--by', 'Max'];
    expect((await say(plan)).code).toBe(0);
    const approve = ['approve', join(at, 'p.plan'), '--key', join(at, 'Ada.key'), '--yes'];
    expect((await say(approve)).code).toBe(0);
    const run = ['run', '--plan', join(at, 'p.plan'), '--results', join(at, 'var', 'r.csv')];
    expect(await say(run)).toMatchObject({ code: 0, err: '' });
    putBack();
    await pay(5);
    const paid = service.store.transfers.length;
    const again = await say(run);
    expect(service.store.transfers).toHaveLength(paid);
    expect(again).toMatchObject({ code: 2, err: says(WHAT_TO_DO) });
    expect((await say(['ledger', 'verify', '--against', join(at, 'p.plan')])).code).toBe(1);
  });

  it.each<[string, (one: Office) => void]>([
    ['another ledger head', (one) => change(one, { ledgerHead: '0'.repeat(64) })],
    ['the ledger sequence number 0', (one) => change(one, { ledgerSequence: 0 })],
  ])('is refused if a person wrote %s into it', async (_, edit) => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval: { from: { GBP: '30' } } });
    for (const args of others(one.at, 1)) expect((await one.say(args)).code).toBe(0);
    expect((await one.plan()).code).toBe(0);
    edit(one);
    await one.approve('Ada');
    expect(await one.run()).toMatchObject({ code: 2, err: says(WHAT_TO_DO) });
    expect(one.service.store.transfers).toHaveLength(1);
  });
});

function change(one: Office, members: object): void {
  const file = one.read();
  one.forge({ ...file, plan: { ...file.plan, ...members } });
}

const server = postgres();

describe.runIf(HAS_POSTGRES)(`a plan on Postgres`, () => {
  it('is refused if the restored ledger is older than it; an older plan still runs', async () => {
    const own = await Company.make(server, { rows: 4 });
    const { privateKey, publicKey } = newKeyPair(PASSPHRASE);
    writeFileSync(join(own.at, 'ada.key'), privateKey);
    const approvers = [{ name: 'Ada', publicKey }];
    const config = { requireApproval: { from: { GBP: '30' } }, approvers };
    writeFileSync(join(own.at, 'paybatch.config.json'), JSON.stringify(config));
    const key = { PAYBATCH_KEY_PASSPHRASE: PASSPHRASE };
    let hosts = 0;
    // A new host each time, without a high-water mark of this ledger. Other tests are about the mark.
    const host = () => ({ ...key, XDG_STATE_HOME: join(own.at, `host-${hosts++}`) });
    const done = async (args: readonly string[]) => {
      const end = await own.run(args, host());
      expect(end.code, end.stderr).toBe(0);
    };
    await done(['plan', 'in.csv', '--out', 'p.plan', '--by', 'Max']);
    await done(['approve', 'p.plan', '--key', 'ada.key', '--yes']);
    const putBack = await own.keepRows();
    for (const args of others(own.at, 1)) await done(args);
    await done(['plan', 'in.csv', '--out', 'q.plan', '--by', 'Max']);
    await done(['approve', 'q.plan', '--key', 'ada.key', '--yes']);
    await putBack();
    // As if the server's files had been restored: a new host cannot notice that.
    await own.ask('UPDATE @links SET xid = pg_current_xact_id()::text::bigint');
    for (const args of others(own.at, 4)) await done(args);
    const { paid } = own;
    const refused = await own.run(['run', '--plan', 'q.plan'], host());
    expect(refused.code, refused.stdout).toBe(2);
    expect(refused.stderr).toContain(WHAT_TO_DO);
    expect(own.paid).toBe(paid);
    // The first plan was made at the beginning of the ledger, which the restored ledger still has.
    await done(['run', '--plan', 'p.plan']);
    expect(own.paid).toBe(paid + 4);
  });
});
