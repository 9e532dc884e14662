// The client calls each of the fifteen endpoints of the sandbox, and each call succeeds.
import { describe, expect, it } from 'vitest';

import { ServiceClient } from '../../src/client/client.ts';
import { ENDPOINT_IDS, type EndpointId } from '../../src/interface/endpoints.ts';
import { DEFAULT_PROFILE } from '../../src/interface/profile.ts';
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/options.ts';
import { sandbox } from '../kit/sandbox.ts';

type Parameters = Readonly<Record<string, string>>;

describe('the client', () => {
  it('calls every endpoint of the sandbox with success', async () => {
    const service = await sandbox();
    const client = new ServiceClient({
      baseUrl: service.url,
      authUrl: service.url,
      credentials: SANDBOX_CREDENTIALS,
      profile: DEFAULT_PROFILE,
      concurrency: 2,
    });
    const customer = await client.create('createCustomer', '{"businessLegalName":"Harbour Lane"}', null);
    const id = client.idOf('createCustomer', customer.text) ?? '';
    const trade = '{"sourceCurrency":"USDC","destinationCurrency":"USDCT","amount":"5"}';
    const dataUrl = 'data:application/pdf;base64,AAAA';
    const document = `{"documentType":"BankStatements","fileBlob":"${dataUrl}"}`;
    const calls: Record<Exclude<EndpointId, 'token'>, [body: string | null, parameters?: Parameters]> = {
      listAccounts: [null],
      createCustomer: ['{"businessLegalName":"Another Ltd","countryOfIncorporation":"GB"}'],
      uploadCustomerDocument: [document, { customerId: id }],
      getFiatDepositInstructions: [null, { id }],
      createTransfer: ['{"receiverAmount":12.50,"destination":{"currency":"GBP"}}'],
      quoteTransfer: ['{"receiverAmount":12.50,"isFirstParty":false}'],
      uploadTransferDocument: [`{"fileBlob":"${dataUrl}"}`],
      createTrade: [trade],
      quoteTrade: [trade],
      getDeveloper: [null],
      getWebhookConfig: [null],
      updateWebhookConfig: ['{"enabled":true}'],
      getDeveloperBalances: [null],
      getCryptoInstruction: [null, { network: 'ethereum', asset: 'USDC' }],
    };
    for (const [operation, [body, parameters]] of Object.entries(calls)) {
      const before = service.store.calls.get(operation) ?? 0;
      const outcome = await client.send(operation as keyof typeof calls, body, parameters); // a key of `calls`
      expect(outcome.outcome, operation).toBe('accepted');
      expect(service.store.calls.get(operation), operation).toBe(before + 1);
    }
    expect(await client.token()).toHaveProperty('expiresAtMs');
    expect([...service.store.calls.keys()].sort()).toEqual([...ENDPOINT_IDS].sort());
    await client.close();
  });
});
