// Who approves, and where an approval is needed: spellings of a name, a key with a wrong passphrase, and settings of
// requireApproval that are refused.

import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { newKeyPair } from '../../../src/approval/keys.ts';
import { isMeantHere, validatePolicy } from '../../../src/approval/policy.ts';
import { type Office, office, PASSPHRASE } from '../../kit/plans.ts';

const says = (text: string) => expect.stringContaining(text) as string;
const withAda = async (config: object = { requireApproval: true }): Promise<Office> => {
  const one = await office();
  one.hire('Ada Byron');
  one.configure(config);
  return one;
};
const planBy = (one: Office, ...by: string[]) =>
  one.say(['plan', join(one.at, 'in.csv'), '--out', join(one.at, 'p.plan'), ...by]);

describe('a name', () => {
  it.each([
    ['Jürgen Weiß', 'Ju\u0308rgen WEI\u1e9e'],
    ['Νίκος', 'ΝΊΚΟΣ'],
  ])('%s and %s are one person, as a maker and as an approver with two keys', async (name, other) => {
    const [one, two] = [newKeyPair(PASSPHRASE), newKeyPair(PASSPHRASE)];
    const approvers = [
      { name, publicKey: one.publicKey },
      { name: other, publicKey: two.publicKey },
    ];
    expect(() => validatePolicy({ approvers, require: { signatures: 2 } })).toThrow(/names only 1 person/);
    expect(() => validatePolicy({ approvers, require: { signatures: 1 } })).not.toThrow();
    const desk = await office();
    desk.hire(name);
    desk.configure({ requireApproval: true });
    expect((await planBy(desk, '--by', other)).code).toBe(0);
    expect(await desk.approve(name)).toMatchObject({ code: 2, err: says('somebody else must approve it') });
  });

  it.each([
    ['José', 'Josef'],
    ['Müller', 'Mailer'],
    ['Ada Byron', 'Ada Lovelace'],
  ])('%s and %s are different people', (name, other) => {
    const [one, two] = [newKeyPair(PASSPHRASE), newKeyPair(PASSPHRASE)];
    const approvers = [
      { name, publicKey: one.publicKey },
      { name: other, publicKey: two.publicKey },
    ];
    expect(() => validatePolicy({ approvers, require: { signatures: 2 } })).not.toThrow();
  });
});

describe('a private key', () => {
  it('is named in the error if the passphrase is wrong, and the plan is not printed', async () => {
    const one = await withAda();
    await planBy(one, '--by', 'Max');
    const approve = ['approve', join(one.at, 'p.plan'), '--key', join(one.at, 'Ada Byron.key'), '--yes'];
    const said = await one.say(approve, { env: { PAYBATCH_KEY_PASSPHRASE: 'no' } });
    expect(said).toMatchObject({ code: 2, out: '', err: says("Ada Byron.key: it can't be opened") });
  });
});

describe('environments of requireApproval', () => {
  const judge = (environments: string[]) => () => {
    const { publicKey } = newKeyPair(PASSPHRASE);
    validatePolicy({ approvers: [{ name: 'Ada', publicKey }], require: { environments } });
  };

  it.each([
    [[], 'is an empty list'],
    [['api.example.com'], 'is not a base address'],
    [['ftp://api.example.com'], 'is not a base address'],
    [['https://api.example.com/api/v1'], 'is not a base address'],
    [['https://api.example.com/?x=1'], 'is not a base address'],
  ])('%j is refused', (environments, why) => {
    expect(judge(environments)).toThrow(why);
  });

  it.each(['https://API.example.com', 'https://api.example.com:443/', 'https://api.example.com.'])(
    '%s matches https://api.example.com',
    (address) => {
      expect(judge([address])).not.toThrow();
      const policy = { approvers: [], require: { environments: [address] } };
      expect(isMeantHere(policy, 'https://api.example.com')).toBe(true);
      expect(isMeantHere(policy, 'https://api2.example.com')).toBe(false);
    },
  );
});

it.each([
  [{ gbp: '5', GBP: '5000' }, 'GBP'],
  [{ EUR: '5', 'Eur ': '5' }, 'EUR'],
])('a run is refused if requireApproval.from names a currency twice: %j', async (from, currency) => {
  const one = await withAda({ requireApproval: { from } });
  expect(await one.say(['run', join(one.at, 'in.csv')])).toMatchObject({
    code: 2,
    err: says(`requireApproval.from: ${currency} appears twice`),
  });
  expect(one.service.store.transfers).toHaveLength(0);
});
