// A maker changes one member of a plan before anybody signs, and the digest fits. The run finds each such change,
// except of values that the maker may choose and that the signed page shows. The members come from the plan itself,
// so new members are tested as well.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { type PlanFile, readPlan, withPlanDigest } from '../../../src/approval/plan-format.ts';
import { signPlan } from '../../../src/approval/signatures.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { type Office, office } from '../../kit/plans.ts';
import { changesOf } from './changed-members.ts';

/** Changes that the maker may make: the page that is signed shows these values. */
const FREE =
  /^(?:changed|turned) plan\.(?:expiresAt|maxDrift|maker|user|batchId|settings\.useDeveloperFunds|rows\.\d\.(?:debit|fee))$/;

/** A plan with a value of every kind. Its first row has the content of an earlier payment. */
async function fullOffice(): Promise<Office & { readonly var: string }> {
  const one = await office();
  const own = join(one.at, 'var');
  mkdirSync(own);
  const say: Office['say'] = (args) => one.say(args, { env: { PAYBATCH_LEDGER: join(own, 'l.db') } });
  const paid = join(one.at, 'before');
  mkdirSync(paid);
  one.hire('Ada');
  one.configure({ profile: { memoTag: true } });
  writeFileSync(join(one.at, 'a.pdf'), '%PDF-1.4');
  const rows = numbered(3, { documents: 'a.pdf' });
  const [first, ...rest] = rows;
  writeFileSync(join(paid, 'a.pdf'), '%PDF-1.4');
  writeFileSync(join(paid, 'o.csv'), payouts([{ ...first, reference: 'earlier' }]));
  expect(await say(['run', join(paid, 'o.csv')])).toMatchObject({ code: 0 });
  const NEW = '886313e1-3b8a-4372-9b90-0c9aee190001';
  const others = rest.map((row) => ({ ...row, 'destination.externalAccountId': NEW }));
  writeFileSync(join(one.at, 'in.csv'), payouts([{ ...first }, ...others]));
  const plan = ['plan', join(one.at, 'in.csv'), '--out', join(one.at, 'p.plan'), '--by', 'Max', '--alike-ok'];
  expect(await say(plan)).toMatchObject({ code: 0 });
  return { ...one, say, var: own };
}

/** The plan with a digest that fits, signed by Ada; `undefined` if it can't be read. */
function signed(one: Office, { format, plan }: PlanFile): PlanFile | undefined {
  const file = { format, plan: withPlanDigest(format, plan), signatures: [] };
  try {
    const read = readPlan(JSON.stringify(file), 'p');
    const said = { name: 'Ada', publicKey: one.people.get('Ada') ?? '', at: new Date().toISOString() };
    return { ...file, signatures: [signPlan(read, one.keyOf('Ada'), said)] };
  } catch {
    return undefined; // it can't be read, so nobody can sign it
  }
}

it(
  'a run finds each change of a plan by its maker, except of values that the maker may choose',
  { timeout: 180_000 },
  async () => {
    const one = await fullOffice();
    const kept = join(one.at, 'kept');
    cpSync(one.var, kept, { recursive: true });
    const file = one.read();
    const run = ['run', '--plan', join(one.at, 'p.plan'), '--results', join(one.var, 'r.csv')];
    const [missed, free]: [string[], string[]] = [[], []];
    let [unreadable, tried, paid] = [0, 0, one.service.store.transfers.length];
    const text = JSON.stringify({ plan: { ...file.plan, planDigest: undefined } });
    for (const { what, file: changed } of changesOf(text)) {
      if (JSON.stringify(changed) === text) continue;
      const made = signed(one, { ...file, ...changed });
      if (!made) {
        unreadable++;
        continue;
      }
      tried++;
      one.write(made);
      const { code } = await one.say(run);
      const isSent = one.service.store.transfers.length > paid;
      if (code === 2 && !isSent) continue;
      (FREE.test(what) ? free : missed).push(what);
      paid = one.service.store.transfers.length;
      rmSync(one.var, { recursive: true });
      cpSync(kept, one.var, { recursive: true });
    }
    expect({ missed, free: free.sort() }).toEqual({
      missed: [],
      free: [
        'changed plan.batchId', // "Batch" on the page
        'changed plan.maker',
        ...[0, 1, 2].flatMap((row) => [`changed plan.rows.${row}.debit`, `changed plan.rows.${row}.fee`]), // the same number with another zero
        'changed plan.settings.useDeveloperFunds', // under "Settings"
        'changed plan.user',
        'turned plan.batchId',
        'turned plan.expiresAt',
        'turned plan.maker',
        'turned plan.maxDrift', // "at most 1.5% more"
        'turned plan.user',
      ],
    });
    expect(tried).toBeGreaterThan(40);
    expect(unreadable).toBeGreaterThan(150);
  },
);
