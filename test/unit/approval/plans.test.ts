// One person prepares a batch, another approves it, and a scheduler sends exactly that batch, whatever was edited,
// swapped or replayed in between. Transfers are counted at the service.
import { sign } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Big from 'big.js';
import { describe, expect, it } from 'vitest';

import { canonicalJson } from '../../../src/approval/canonical.ts';
import type { PlanFile } from '../../../src/approval/plan-format.ts';
import { statuses } from '../../kit/cli.ts';
import { place } from '../../kit/in-doubt.ts';
import { BARE, numbered, payouts } from '../../kit/payouts.ts';
import { approvedPlan, type Office, office } from '../../kit/plans.ts';
import { paidByMemo, sandbox } from '../../kit/sandbox.ts';

const HOUR_MS = 3_600_000;
const sent = ({ service }: Office): number => service.store.transfers.length;

describe('a plan', () => {
  it('is shown, approved by another person and then sent, each row once', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval: true });
    const made = await one.plan();
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('Not approved yet') as string });
    expect(sent(one)).toBe(0);
    expect((await one.run()).err).toContain('needs 1 signature of approvers, but has none');
    const signed = await one.approve('Ada');
    expect(signed.out).toMatch(/GBP +40\.00[\s\S]*Made by +Max Maker|Made by +Max Maker[\s\S]*GBP +40\.00/);
    expect((await one.say(['plan', 'show', join(one.at, 'p.plan')])).out).toContain('Approved by Ada');
    expect((await one.run()).code).toBe(0);
    expect([...paidByMemo(one.service).values()]).toEqual([1, 1, 1, 1]);
    expect(statuses(join(one.at, 'in.results.csv'))).toEqual({ created: 4 });
    const { format, plan, signatures } = one.read();
    expect({ format, plan, signatures }).toMatchObject({
      format: 'paybatch-plan/1',
      plan: { totals: { GBP: '40.00' }, counts: { rows: 4, new: 4 }, maxDrift: '0.5%', maker: 'Max Maker' },
      signatures: [{ name: 'Ada', publicKey: one.people.get('Ada') }],
    });
    expect(Object.keys(plan.cost ?? {})).toEqual(['USDC']);
  });

  it('contains invalid rows only if --max-invalid allows them, and never sends them', async () => {
    const one = await office();
    writeFileSync(
      join(one.at, 'in.csv'),
      payouts([...numbered(2), { reference: 'bad', receiverAmount: 'x' }]),
    );
    expect((await one.plan()).code).toBe(1);
    expect(existsSync(join(one.at, 'p.plan'))).toBe(false);
    expect((await one.plan('--max-invalid', '1')).code).toBe(0);
    expect(one.read().plan.counts).toMatchObject({ rows: 3, new: 2, invalid: 1 });
    expect((await one.run('--max-invalid', '1')).code).toBe(1);
    expect(sent(one)).toBe(2);
  });

  it('made with --alike-ok still holds a row that another run paid between two runs of the plan', async () => {
    const one = await office({ faults: [{ kind: '500-after', operation: 'createTransfer', first: 1 }] });
    await one.plan('--alike-ok');
    expect((await one.run('--concurrency', '1', '--max-in-doubt', '1')).code).toBe(3);
    const [, second = {}] = numbered(4);
    writeFileSync(join(one.at, 'other.csv'), payouts([second], BARE));
    expect((await one.say(['run', join(one.at, 'other.csv'), '--alike-ok'])).code).toBe(0);
    const { doubts } = JSON.parse((await one.say(['doubts', '--json'])).out) as { doubts: { run: string }[] };
    const resolve = ['--line', '2', '--as', 'created', '--transfer-id', 'T-1'];
    expect((await one.say(['resolve', doubts[0]?.run ?? '', ...resolve])).code).toBe(0);
    expect((await one.run()).code).toBe(1);
    expect(statuses(join(one.at, 'in.results.csv'))).toEqual({ created: 3, not_sent: 1 });
    expect([...paidByMemo(one.service).values()]).toEqual([1, 1, 1, 1]);
  });

  it('sends a row in doubt again only after a person resolved it as not created', async () => {
    const one = await office({ faults: [{ kind: 'reset-before', operation: 'createTransfer', first: 1 }] });
    one.hire('Ada');
    one.configure({ requireApproval: true });
    await one.plan();
    await one.approve('Ada');
    expect((await one.run('--concurrency', '1')).code).toBe(3);
    expect((await one.run()).code).toBe(3); // still in doubt, so the row is not sent
    const resolve = ['resolve', 'last', '--all', '--as', 'not-created', '--reason', 'x', '--sure', '--yes'];
    expect((await one.say(resolve)).code).toBe(0);
    expect((await one.run()).code).toBe(0);
    expect([...paidByMemo(one.service).values()]).toEqual([1, 1, 1, 1]);
    expect(await one.run()).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is nothing to send') as string,
    });
  });

  it('sends a rejected row again at its next run', async () => {
    const one = await office({
      faults: [{ kind: 'status-before', status: 422, operation: 'createTransfer', first: 1 }],
    });
    await one.plan();
    expect((await one.run('--concurrency', '1')).code).toBe(1);
    expect(statuses(join(one.at, 'in.results.csv'))).toEqual({ created: 3, rejected: 1 });
    expect((await one.run()).code).toBe(0);
    expect([...paidByMemo(one.service).values()]).toEqual([1, 1, 1, 1]);
  });

  it('is compared by plan diff, which prints only the differences', async () => {
    const one = await office();
    await one.plan();
    copyFileSync(join(one.at, 'p.plan'), join(one.at, 'old.plan'));
    expect((await one.say(['plan', 'diff', join(one.at, 'old.plan'), join(one.at, 'p.plan')])).code).toBe(0);
    writeFileSync(join(one.at, 'in.csv'), payouts(numbered(5)));
    await one.plan();
    const { code, out } = await one.say(['plan', 'diff', join(one.at, 'old.plan'), join(one.at, 'p.plan')]);
    expect([code, out]).toEqual([1, expect.stringContaining('totals.GBP: 40.00 -> 50.00')]);
    expect(out).toMatch(/^largest, line 6: none -> .*10\.00, GBP$/m);
    expect(out).not.toContain('{');
  });

  it('accepts its file under another name if the command line names that file', async () => {
    const one = await approvedPlan();
    const { at } = one;
    renameSync(join(at, 'in.csv'), join(at, 'other.csv'));
    expect((await one.run()).code).toBe(2);
    expect((await one.say(['run', join(at, 'other.csv'), '--plan', join(at, 'p.plan')])).code).toBe(0);
    expect(sent(one)).toBe(4);
    renameSync(join(at, 'other.csv'), join(at, 'in.csv'));
    expect(await one.run()).toMatchObject({ code: 2 });
    expect(sent(one)).toBe(4);
  });
});

type Attack = readonly [what: string, does: (one: Office) => void | Promise<void>, says: RegExp];

const edit = (change: (file: PlanFile) => void) => (one: Office) => {
  const file = one.read();
  change(file);
  one.forge(file);
};
const rows = (one: Office, list: readonly Record<string, string>[]): void =>
  writeFileSync(join(one.at, 'in.csv'), payouts(list));

const ATTACKS: readonly Attack[] = [
  ['an edited total', edit(({ plan }) => void (plan.totals['GBP'] = '1.00')), /is not valid/],
  [
    'an unknown member',
    edit((file) => void Object.assign(file.plan, { note: 'x' })),
    /unknown member: "note"/,
  ],
  [
    'a signature that was cut',
    edit(({ signatures }) => Object.assign(signatures[0] ?? {}, { signature: 'AAAA' })),
    /is not valid/,
  ],
  [
    'another key in a signature',
    (one) =>
      edit(({ signatures }) => Object.assign(signatures[0] ?? {}, { publicKey: one.people.get('Bea') }))(one),
    /is not valid/,
  ],
  [
    'the signatures taken away',
    edit((file) => void Object.assign(file, { signatures: [] })),
    /needs 1 signature/,
  ],
  [
    'two digests',
    ({ at }) => {
      const text = readFileSync(join(at, 'p.plan'), 'utf8');
      writeFileSync(
        join(at, 'p.plan'),
        text.replace('"digest":', `"digest": "${'0'.repeat(64)}", "digest":`),
      );
    },
    /"digest" appears twice/,
  ],
  [
    'another format',
    edit((file) => void Object.assign(file, { format: 'paybatch-plan/2' })),
    /its format is "paybatch-plan\/2"/,
  ],
  [
    'a signature over another version of the format',
    (one) =>
      edit((file) => {
        const { plan, signatures } = file;
        const text = Buffer.from(canonicalJson({ format: 'paybatch-plan/0', plan }));
        const { name = '', publicKey = '', at = '' } = signatures[0] ?? {};
        const signature = sign(null, text, one.keyOf('Ada')).toString('base64');
        Object.assign(file, { signatures: [{ name, publicKey, at, signature }] });
      })(one),
    /is not valid/,
  ],
  [
    'an edited file',
    (one) => rows(one, numbered(4, { receiverAmount: '11.00' })),
    /is not the file that was planned/,
  ],
  ['a file with a row more', (one) => rows(one, numbered(5)), /is not the file that was planned/],
  ['another row order', (one) => rows(one, numbered(4).reverse()), /is not the file that was planned/],
  [
    'a file that was saved anew',
    ({ at }) => writeFileSync(join(at, 'in.csv'), payouts(numbered(4)).replaceAll('\n', '\r\n')),
    /is not the file that was planned/,
  ],
  [
    'a revoked key',
    (one) => {
      one.people.delete('Ada');
      one.configure({ requireApproval: true });
    },
    /not belong to an approver in the config/,
  ],
  [
    'a swapped key',
    (one) => {
      one.people.set('Ada', one.people.get('Bea') ?? '');
      one.people.delete('Bea');
      one.configure({ requireApproval: true });
    },
    /not belong to an approver in the config/,
  ],
  [
    'more signatures wanted',
    (one) => one.configure({ requireApproval: { signatures: 2 } }),
    /needs 2 signatures of approvers, but has Ada/,
  ],
  [
    'a profile that was changed',
    (one) => one.configure({ requireApproval: true, profile: { memoTag: true } }),
    /the profile, .* in the config were changed/,
  ],
  [
    'a rejection',
    async (one) => {
      await one.approve('Bea', '--reject', '--reason', 'twice');
    },
    /rejected by Bea \(twice\)/,
  ],
];

describe('an approved plan', () => {
  it('can not be rejected with a reason of more than 2000 characters', async () => {
    const one = await approvedPlan();
    const { code, err } = await one.approve('Bea', '--reject', '--reason', 'x'.repeat(2001));
    expect([code, err]).toEqual([2, expect.stringContaining('--reason is longer than 2000 characters')]);
    expect((await one.approve('Bea', '--reject', '--reason', 'x'.repeat(2000))).code).toBe(0);
    expect((await one.run()).code).toBe(2);
  });

  it.each(ATTACKS)('with %s is refused, and nothing is sent', async (_, does, says) => {
    const one = await approvedPlan();
    await does(one);
    const { code, err } = await one.run();
    expect([code, err]).toEqual([2, expect.stringMatching(says)]);
    expect(err).toContain('Nothing was sent');
    expect(sent(one)).toBe(0);
  });

  it('is refused for another environment and another ledger', async () => {
    const one = await approvedPlan();
    const other = await sandbox();
    const away = await one.say(['run', '--plan', join(one.at, 'p.plan')], {
      env: { PAYBATCH_BASE_URL: other.url, PAYBATCH_AUTH_URL: other.url },
    });
    expect([away.code, away.err]).toEqual([2, expect.stringContaining('it was made for the environment')]);
    const ledger = await one.run('--ledger', join(one.at, 'new.db'));
    expect([ledger.code, ledger.err]).toEqual([2, expect.stringContaining('it was made with the ledger')]);
    expect(sent(one) + other.store.transfers.length).toBe(0);
  });

  it('is refused after it has expired, and when the clock was set back', async () => {
    const one = await approvedPlan();
    const run = ['run', '--plan', join(one.at, 'p.plan')];
    const { vi } = await import('vitest');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * HOUR_MS });
    try {
      expect(await one.say(run)).toMatchObject({
        code: 2,
        err: expect.stringContaining('it expired at') as string,
      });
      vi.setSystemTime(Date.now() - 27 * HOUR_MS);
      expect(await one.say(run)).toMatchObject({
        code: 2,
        err: expect.stringContaining("this machine's clock shows") as string,
      });
    } finally {
      vi.useRealTimers();
    }
    expect(sent(one)).toBe(0);
  });

  it('is refused after it has expired and the clock was set back, whatever other runs wrote since', async () => {
    const one = await office();
    expect((await one.plan('--expires', '1h')).code).toBe(0);
    const other = async (name: string): Promise<number> => {
      const row = { reference: name, receiverAmount: '7.00', memo: name };
      writeFileSync(join(one.at, `${name}.csv`), payouts([row]));
      return (await one.say(['run', join(one.at, `${name}.csv`), '--yes'])).code;
    };
    const { vi } = await import('vitest');
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start + 2 * HOUR_MS });
    try {
      expect(await other('later')).toBe(0);
      vi.setSystemTime(start + HOUR_MS / 6);
      expect(await other('earlier')).toBe(0);
      expect(await one.run()).toMatchObject({
        code: 2,
        err: expect.stringContaining("this machine's clock shows") as string,
      });
    } finally {
      vi.useRealTimers();
    }
    expect(sent(one)).toBe(2);
  });

  it('has nothing left to send when copies of the plan and its file are run', async () => {
    const one = await approvedPlan();
    expect((await one.run()).code).toBe(0);
    copyFileSync(join(one.at, 'p.plan'), join(one.at, 'again.plan'));
    copyFileSync(join(one.at, 'in.csv'), join(one.at, 'again.csv'));
    const again = await one.say(['run', join(one.at, 'again.csv'), '--plan', join(one.at, 'again.plan')]);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('there is nothing to send')]);
    expect(sent(one)).toBe(4);
  });

  it.each(['Max Maker', 'MAX  maker', ' max\u00a0maker ', 'Ｍａｘ Maker'])(
    'can not be approved by its maker as %j',
    async (name) => {
      const one = await office();
      one.hire(name);
      one.configure({ requireApproval: true });
      await one.plan();
      expect(await one.approve(name)).toMatchObject({
        code: 2,
        err: expect.stringContaining('somebody else must approve it') as string,
      });
      // The maker signs with another config, in which the key has another name.
      const publicKey = one.people.get(name) ?? '';
      writeFileSync(
        join(one.at, 'paybatch.config.json'),
        JSON.stringify({ approvers: [{ name: 'X', publicKey }] }),
      );
      expect((await one.approve(name)).code).toBe(0);
      one.configure({ requireApproval: true });
      expect(await one.run()).toMatchObject({
        code: 2,
        err: expect.stringContaining('made the plan') as string,
      });
      expect(sent(one)).toBe(0);
    },
  );

  it('counts one signature for each key and each person', async () => {
    const one = await office();
    one.hire('Ada', 'ADA ', 'Bea');
    one.configure({ requireApproval: { signatures: 2 } });
    await one.plan();
    expect((await one.approve('Ada')).code).toBe(0);
    expect((await one.approve('Ada')).code).toBe(2);
    const file = one.read();
    one.write({ ...file, signatures: [...file.signatures, ...file.signatures] });
    expect((await one.run()).code).toBe(2);
    one.write(file);
    expect((await one.approve('ADA ')).code).toBe(0);
    expect(await one.run()).toMatchObject({
      code: 2,
      err: expect.stringContaining('has signed already') as string,
    });
    expect((await one.approve('Bea')).code).toBe(0);
    expect((await one.run()).code).toBe(0);
    expect(sent(one)).toBe(4);
  });

  it.each([
    ['--use-developer-funds'],
    ['--use-developer-funds=false'],
    ['--no-quote'],
    ['--no-quote=false'],
    ['--kind', 'payouts'],
    ['--batch-id', 'x'],
    ['--map', 'm.json'],
    ['--alike-ok'],
    ['--sandbox'],
    ['--dry-run'],
    ['--max-drift', '1%'],
  ])('can not be run with %s', async (...flags) => {
    const one = await approvedPlan();
    expect((await one.run(...flags)).code).toBe(2);
    expect(sent(one)).toBe(0);
  });
});

describe('a plan with documents, a mapping or a profile', () => {
  it('is refused while a document is changed or missing, and runs when it is restored', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval: true });
    writeFileSync(join(one.at, 'a.pdf'), '%PDF-1.4 one');
    rows(one, numbered(2, { documents: 'a.pdf' }));
    expect((await one.plan()).code).toBe(0);
    expect(one.read().plan.documents).toHaveLength(1);
    await one.approve('Ada');
    writeFileSync(join(one.at, 'a.pdf'), '%PDF-1.4 two');
    expect(await one.run()).toMatchObject({
      code: 2,
      err: expect.stringContaining('a.pdf was changed') as string,
    });
    rmSync(join(one.at, 'a.pdf'));
    expect((await one.run()).code).toBe(2);
    writeFileSync(join(one.at, 'a.pdf'), '%PDF-1.4 one');
    expect((await one.run()).code).toBe(0);
    expect(sent(one)).toBe(2);
  });

  it('runs a CSV file although its profile names a sheet', async () => {
    const one = await office();
    writeFileSync(join(one.at, 'm.json'), '{"columns": {"Betrag": "receiverAmount"}, "sheet": "May"}');
    const text = payouts(numbered(2)).replace('receiverAmount', 'Betrag');
    writeFileSync(join(one.at, 'in.csv'), text);
    expect((await one.plan('--map', join(one.at, 'm.json'))).code).toBe(0);
    expect((await one.run()).code).toBe(0);
    expect(sent(one)).toBe(2);
  });

  it('is refused while its mapping file is changed, and runs when it is restored', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval: true });
    writeFileSync(join(one.at, 'm.json'), '{"Betrag": "receiverAmount"}');
    const text = payouts(numbered(2)).replace('receiverAmount', 'Betrag');
    writeFileSync(join(one.at, 'in.csv'), text);
    expect((await one.plan('--map', join(one.at, 'm.json'))).code).toBe(0);
    await one.approve('Ada');
    writeFileSync(join(one.at, 'm.json'), '{"Betrag": "receiverAmount" }');
    expect(await one.run()).toMatchObject({
      code: 2,
      err: expect.stringContaining('m.json was changed') as string,
    });
    writeFileSync(join(one.at, 'm.json'), '{"Betrag": "receiverAmount"}');
    expect((await one.run()).code).toBe(0);
    expect(sent(one)).toBe(2);
  });
});

describe('requireApproval', () => {
  it('refuses a run, a transfer and a trade without a plan, and nothing else', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval: true });
    const refused = { code: 2, err: expect.stringContaining('needs an approved plan') as string };
    const run = ['run', join(one.at, 'in.csv')];
    expect(await one.say(run)).toMatchObject(refused);
    const transfer = [
      'api',
      'createTransfer',
      '--yes',
      '--data',
      '{"customerId":"7c9e6679-7425-40de-944b-e07fc1f90ae7","source":{"currency":"USDC","network":"ethereum","walletId":"16fd2706-8baf-433b-82eb-8c7fada847da"},"destination":{"currency":"GBP","externalAccountId":"886313e1-3b8a-4372-9b90-0c9aee199e5d"},"purposeOfPayment":"PaymentForGoods","receiverAmount":1,"memo":"m","useDeveloperFunds":false}',
    ];
    expect(await one.say(transfer)).toMatchObject(refused);
    const trade = [
      'api',
      'createTrade',
      '--yes',
      '--data',
      '{"sourceCurrency":"USDC","destinationCurrency":"USDCT","amount":5}',
    ];
    expect(await one.say(trade)).toMatchObject(refused);
    expect([sent(one), one.service.store.trades.length]).toEqual([0, 0]);
    expect((await one.say([...run, '--sandbox'])).code).toBe(0);
    expect((await one.say(['check', join(one.at, 'in.csv')])).code).toBe(0);
    expect((await one.say(['quote', join(one.at, 'in.csv')])).code).toBe(0);
    expect((await one.say(['api', 'createCustomer', '--set', 'businessLegalName=A Ltd'])).code).toBe(0);
  });

  it.each<[object, number]>([
    [{ from: { GBP: '40.01' } }, 0],
    [{ from: { GBP: '40' } }, 2],
    [{ from: { GBP: 41 } }, 0],
    [{ from: { USD: '1000' } }, 2],
    [{ environments: ['https://pay.example.com'] }, 0],
    [{ environments: ['https://pay.example.com'], from: { GBP: '1' } }, 0],
  ])('%j: the run of a file with 40.00 GBP exits with code %i', async (requireApproval, code) => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval });
    expect((await one.say(['run', join(one.at, 'in.csv')])).code).toBe(code);
    expect(sent(one)).toBe(code === 0 ? 4 : 0);
  });

  it('applies to its environments however their addresses are written', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({
      requireApproval: { environments: [`${one.service.url.replace('127.0.0.1', 'LOCALHOST')}/`] },
    });
    expect((await one.say(['run', join(one.at, 'in.csv')])).code).toBe(2);
  });

  it.each([
    [{ approvers: [], requireApproval: true }, 'the config names no approvers'],
    [{ requireApproval: { signatures: 2 } }, 'needs 2 signatures, but approvers names only 1 person'],
    [{ approvers: [{ name: 'Ada', publicKey: 'nonsense' }], requireApproval: true }, 'has no public key'],
  ])('can not be used with the config %j', async (config, says) => {
    const one = await office();
    one.hire('Ada');
    one.configure(config);
    expect(await one.say(['run', join(one.at, 'in.csv')])).toMatchObject({
      code: 2,
      err: expect.stringContaining(says) as string,
    });
  });
});

/** Divides the price of each row by `factor`, and corrects the cost of the plan. */
function lower({ plan }: PlanFile, factor: number): void {
  let cost = new Big(0);
  for (const row of plan.rows) {
    row.debit = (Number(row.debit) / factor).toFixed(6);
    row.fee = (Number(row.fee) / factor).toFixed(6);
    cost = cost.plus(row.debit).plus(row.fee);
  }
  plan.cost = { USDC: cost.toFixed() };
}

describe('a plan whose maker edited its figures before anybody signed', () => {
  it('is refused with nothing sent if it has one row more than its file', async () => {
    const one = await approvedPlan();
    const file = one.read();
    one.forge({
      ...file,
      plan: { ...file.plan, rows: [...file.plan.rows, file.plan.rows[0]!] },
      signatures: [],
    });
    await one.approve('Ada');
    const ran = await one.run();
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('its "rows" does not match its file')]);
    expect(sent(one)).toBe(0);
  });

  it('needs an approval by the total of its file, even if its own total is below the limit', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval: { from: { GBP: '30' } } });
    await one.plan();
    const file = one.read();
    one.forge({ ...file, plan: { ...file.plan, totals: { GBP: '3' } } });
    expect((await one.run()).code).toBe(2);
    expect(sent(one)).toBe(0);
  });
});

describe('prices that rose after the approval', () => {
  it.each([
    ['below the limit: every row is sent', 'USDC', '0.4', 0, 4],
    ['above the limit: nothing is sent', 'USDC', '0.6', 2, 0],
  ])('%s', async (_, currency, percent, code, paid) => {
    const one = await approvedPlan();
    // The approved prices are lowered and signed again. This has the same effect as a rise of today's prices.
    const file = one.read();
    const factor = 1 + Number(percent) / 100;
    lower(file, factor);
    one.forge({ ...file, signatures: [] });
    await one.approve('Ada');
    const ran = await one.run();
    expect(ran.code).toBe(code);
    expect(sent(one)).toBe(paid);
    if (code === 2)
      expect(ran.err).toMatch(
        /the prices have changed: line 2: it costs [\d.]+ now, but [\d.]+ was approved \(at most [\d.]+, 0\.5% more\); and 3 more/,
      );
    expect(currency in (file.plan.cost ?? {})).toBe(true);
  });
  it('are also compared with a lower --max-drift of the run', async () => {
    const one = await approvedPlan();
    const file = one.read();
    lower(file, 1.003);
    one.forge({ ...file, signatures: [] });
    await one.approve('Ada');
    expect((await one.run('--max-drift', '0.1%')).code).toBe(2);
    expect(sent(one)).toBe(0);
    expect((await one.run('--max-drift', '0.5%')).code).toBe(0);
  });
  it('are unknown if a quote fails, and nothing is sent', async () => {
    const one = await approvedPlan();
    one.service.faults.add({ kind: '500-before', operation: 'quoteTransfer' });
    const ran = await one.run('--halt-after', '100', '--timeout', '2');
    expect([ran.code, sent(one)]).toEqual([2, 0]);
  });
});

it('plan --json lists the largest rows of each currency separately', async () => {
  const { say, at } = await place();
  const rows = [
    ...[5, 9, 7].map((amount) => ({ 'destination.currency': 'GBP', receiverAmount: `${amount}.50` })),
    ...[300, 100, 200].map((amount) => ({ 'destination.currency': 'JPY', receiverAmount: String(amount) })),
  ];
  writeFileSync(join(at, 'two.csv'), payouts(rows.map((row, i) => ({ reference: `X${i}`, ...row }))));
  const { out } = await say(['plan', join(at, 'two.csv'), '--out', join(at, 'two.plan'), '--json']);
  const { largest } = JSON.parse(out) as { largest: { amount: string; currency: string }[] };
  expect(largest.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual([
    ...['9.50 GBP', '7.50 GBP', '5.50 GBP'],
    ...['300 JPY', '200 JPY', '100 JPY'],
  ]);
});

// A maker who edits maxDrift in the plan file can't exceed what `plan --max-drift` allows.

it.each(['999%', '100.1%'])(
  'a plan with a maxDrift of %s can not be shown, signed or run',
  async (maxDrift) => {
    const one = await office();
    one.hire('Ada');
    one.configure({});
    expect((await one.plan()).code).toBe(0);
    const file = one.read();
    one.forge({ ...file, plan: { ...file.plan, maxDrift } });
    const show = await one.say(['plan', 'show', join(one.at, 'p.plan')]);
    for (const { code, err } of [show, await one.approve('Ada'), await one.run()]) {
      expect(code).toBe(2);
      expect(err).toContain(`its maxDrift is ${maxDrift}, but at most 100% is allowed`);
    }
  },
);

it('a plan may have a maxDrift of 100%', async () => {
  const one = await office();
  expect((await one.plan('--max-drift', '100%')).code).toBe(0);
  expect((await one.run()).code).toBe(0);
});

// A plan that continues after it was stopped: its first rows do not count as earlier payments for the others.

const CHECKS = { amountUnusual: 'error', payeeChanged: 'error', firstPayment: 'off', totalUnusual: 'off' };

const OTHER = '0a0b0c0d-1111-4222-8333-444455556666';

describe('a plan that continues after it was stopped', () => {
  it('is not refused by checks that would compare its rows with its own payments', async () => {
    const one = await office();
    one.hire('Ada');
    one.configure({ requireApproval: true, checks: CHECKS, payee: 'x-payee' });
    const row = (n: number, more: object = {}) => ({
      reference: `P-${n}`,
      memo: `part ${n}`,
      'x-payee': 'Supplier',
      ...more,
    });
    const rows = [1, 2, 3, 4, 5, 6].map((n) => row(n));
    const unusual = row(7, { receiverAmount: '5000.00', reference: 'P-7' });
    const moved = row(8, { 'destination.externalAccountId': OTHER });
    const columns = [...(payouts([]).split('\n')[0] ?? '').split(','), 'x-payee'];
    writeFileSync(join(one.at, 'in.csv'), payouts([...rows, unusual, moved], columns));
    const made = await one.plan();
    expect(made.code, made.err).toBe(0);
    expect((await one.approve('Ada')).code).toBe(0);
    one.service.faults.add({ kind: '500-after', operation: 'createTransfer', every: 6 });
    expect((await one.run('--concurrency', '1', '--max-in-doubt', '1')).code).toBe(3);
    one.service.faults.clear();
    const paid = one.service.store.transfers;
    expect(paid).toHaveLength(6);
    const word = [
      'resolve',
      'last',
      '--line',
      '7',
      '--as',
      'created',
      '--transfer-id',
      paid.at(-1)?.id ?? '',
    ];
    expect((await one.say([...word, '--reason', 'seen there', '--yes'])).code).toBe(0);
    const rest = await one.run();
    expect(rest.code, rest.out + rest.err).toBe(0);
    expect(one.service.store.transfers).toHaveLength(8);
  });
});
