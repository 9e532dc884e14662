// A row whose reference was paid with other content: what differs is said, and of a memo or a customer's record no value.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { differsText } from '../../../src/batch/plan/differs.ts';
import { type Place, place, RUN } from '../../kit/in-doubt.ts';
import { ACCOUNT, numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const [FIRST = {}, SECOND = {}] = numbered(2);
const OTHER = '886313e1-0000-4000-8000-000000000001';

async function paidOnce(): Promise<Place> {
  const one = await place(await sandbox());
  writeFileSync(join(one.at, 'in.csv'), payouts([{ ...FIRST, memo: 'Mrs Smith' }, SECOND]));
  await one.say(RUN(one.at), {});
  const changed = [
    { ...FIRST, memo: 'Mr Jones', receiverAmount: '99' },
    { ...SECOND, 'destination.externalAccountId': OTHER },
  ];
  writeFileSync(join(one.at, 'in.csv'), payouts(changed));
  return one;
}

describe('a row whose reference was paid with other content', () => {
  it.each([
    ['run', []],
    ['check', ['--history']],
  ])('is refused by %s with what differs, and no word of the memo', async (command, flags) => {
    const { at, say } = await paidOnce();
    const { out, err } = await say([command, join(at, 'in.csv'), ...flags], {});
    expect(err).toContain('receiverAmount (was "10.00", here "99")');
    expect(err).toContain(`differs in destination.externalAccountId (was "${ACCOUNT}", here "${OTHER}"):`);
    expect(err).toMatch(/differs in .*\bmemo\b.*: what this row says now was not sent/);
    expect(out + err).not.toMatch(/Smith|Jones/);
  });
});

describe('what differs', () => {
  const payout = { receiverAmount: '1', destination: { currency: 'EUR' } };
  it.each<[string, unknown, unknown, string]>([
    ['nothing', payout, { ...payout, receiverAmount: '1.0', memo: '' }, ''],
    ['what was not there', payout, { ...payout, customerId: 'c' }, 'customerId (was none, here "c")'],
    ['a memo beside its tag', { ...payout, memo: 'a pb-0123456789' }, { ...payout, memo: 'a' }, ''],
    ['approval', { ...payout, requireApproval: true }, payout, 'requireApproval'],
    ['bytes that nobody knows', undefined, payout, ''],
  ])('%s', (_, sent, body, text) => expect(differsText('payouts', sent, body)).toBe(text));
  it('counts what is beyond four', () => {
    const fields = ['a', 'b', 'c', 'd', 'e', 'f'];
    const record = (value: string) => Object.fromEntries(fields.map((name) => [name, value]));
    expect(differsText('customers', { registeredAddress: record('x') }, record('y'))).toBe(
      'registeredAddress.a, registeredAddress.b, registeredAddress.c, registeredAddress.d and 8 more',
    );
  });
});
