// A trade is told by what is traded: the fields of its request aren't shown (2.6), so whatever else a caller puts beside them
// makes no other trade. Two calls of the command, counted at the sandbox.
import { describe, expect, it } from 'vitest';

import { setUpApi } from '../../kit/api.ts';

const SWAP = { sourceCurrency: 'USDC', destinationCurrency: 'USDCT', amount: 500 };
type Body = Readonly<Record<string, unknown>>;
const call = (body: Body): string[] => ['createTrade', '--data', JSON.stringify(body), '--yes'];

async function tradedTwice(first: Body, second: Body, isInDoubt = false) {
  const { service, api } = await setUpApi(isInDoubt ? [{ kind: '500-after', operation: 'createTrade' }] : []);
  await api(call(first));
  service.faults.clear();
  const { code, err } = await api(call(second));
  return { code, err, traded: service.store.trades.length };
}

const EXTRA: Body = {
  memo: 'weekly swap',
  note: 'for treasury',
  comment: 'please',
  description: 'Swap of Monday',
  reason: 'rebalancing',
  label: 'T-7',
  tags: ['treasury', 'weekly'],
  clientRef: 'c-81',
  ticketNumber: 4711,
  timestamp: '2026-11-22T10:00:00Z',
  submittedBy: 'anna',
  approvedBy: 'ben',
  channel: 'web',
  priority: 'high',
  ttl: 30,
  deadline: '2026-11-22',
  slippageTolerance: '0.5',
  context: { session: 'x', attempt: 2 },
};

describe('a trade with one member more that says nothing of what is traded', () => {
  it.each(Object.keys(EXTRA))('%s: nothing is executed twice, whichever call had it', async (name) => {
    const more = { ...SWAP, [name]: EXTRA[name] };
    for (const [first, second] of [
      [SWAP, more],
      [more, SWAP],
    ] as const) {
      const { code, err, traded } = await tradedTwice(first, second);
      expect([code, err, traded]).toEqual([2, expect.stringContaining('it looks like line 1 of run'), 1]);
    }
  });
  it('with all of them, while the first is in doubt', async () => {
    expect(await tradedTwice(SWAP, { ...SWAP, ...EXTRA }, true)).toMatchObject({ code: 2, traded: 1 });
  });
});

describe('two trades that are two', () => {
  it.each<[string, Body, Body]>([
    ['amounts', SWAP, { ...SWAP, amount: 501 }],
    ['directions', SWAP, { ...SWAP, sourceCurrency: 'USDCT', destinationCurrency: 'USDC' }],
    ['wallets', { ...SWAP, walletId: 'w-1' }, { ...SWAP, walletId: 'w-2' }],
    ['wallets, nested', { ...SWAP, wallet: { id: 'w-1' } }, { ...SWAP, wallet: { id: 'w-2' } }],
    ['customers', { ...SWAP, customerId: 'c-1' }, { ...SWAP, customerId: 'c-2' }],
    ['networks', { ...SWAP, network: 'ethereum' }, { ...SWAP, network: 'polygon' }],
    ['sides', { ...SWAP, side: 'buy' }, { ...SWAP, side: 'sell' }],
    ['beneficiaries', { ...SWAP, beneficiary: { iban: 'DE1' } }, { ...SWAP, beneficiary: { iban: 'DE2' } }],
  ])('by their %s are both executed', async (_, first, second) => {
    expect(await tradedTwice(first, second)).toMatchObject({ code: 0, traded: 2 });
  });
});
