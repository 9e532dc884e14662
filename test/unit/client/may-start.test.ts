// A creation whose time to start has passed: nothing of it leaves, and it is told as not sent. That it would have left
// otherwise is shown by the same call without the question.
import { expect, it } from 'vitest';

import { ServiceClient } from '../../../src/client/client.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { SANDBOX_CREDENTIALS } from '../../../src/sandbox/options.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { ACCOUNT, CUSTOMER, WALLET } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const BODY = JSON.stringify({
  customerId: CUSTOMER,
  source: { currency: 'USDC', network: 'ethereum', walletId: WALLET },
  destination: { currency: 'GBP', externalAccountId: ACCOUNT },
  purposeOfPayment: 'PaymentForGoods',
  receiverAmount: 10,
});

async function outcomes(service: Sandbox, answers: readonly boolean[]): Promise<string[]> {
  const client = new ServiceClient({
    ...{ baseUrl: service.url, authUrl: service.url, credentials: SANDBOX_CREDENTIALS },
    ...{ profile: DEFAULT_PROFILE, concurrency: 2 },
  });
  const ends: string[] = [];
  for (const may of answers)
    ends.push((await client.create('createTransfer', BODY, null, () => may)).outcome);
  await client.close();
  return ends;
}

it('is not sent, and one after it on the same connection is', async () => {
  const service = await sandbox();
  expect(await outcomes(service, [true, false, false, true])).toEqual([
    'accepted',
    'stopped',
    'stopped',
    'accepted',
  ]);
  expect(service.store.transfers).toHaveLength(2);
});
