// Client x sandbox: a typed method for each of the fifteen endpoints, which reaches it and gets its success.
import { describe, expect, it } from 'vitest';

import { ServiceClient } from '../../src/client/client.ts';
import type { CallOutcome } from '../../src/client/outcome.ts';
import { ENDPOINT_IDS, type EndpointId } from '../../src/interface/endpoints.ts';
import { DEFAULT_PROFILE } from '../../src/interface/profile.ts';
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/options.ts';
import { JumpingClock } from '../kit/clock.ts';
import { sandbox } from '../kit/sandbox.ts';

const DATA_URL = 'data:application/pdf;base64,AAAA';

describe('the client', () => {
  it('has a method for each endpoint', async () => {
    const service = await sandbox();
    const client = new ServiceClient({
      baseUrl: service.url,
      authUrl: service.url,
      credentials: SANDBOX_CREDENTIALS,
      profile: DEFAULT_PROFILE,
      concurrency: 2,
    });
    const customer = await client.createCustomer({ businessLegalName: 'Harbour Lane Games Ltd' });
    const id = client.createdId('createCustomer', customer.text) ?? '';
    const trade = { sourceCurrency: 'USDC', destinationCurrency: 'USDCT', amount: '5' };
    const methods: Record<Exclude<EndpointId, 'token'>, () => Promise<CallOutcome>> = {
      listAccounts: () => client.listAccounts(),
      createCustomer: () =>
        client.createCustomer({ businessLegalName: 'Another Ltd', countryOfIncorporation: 'GB' }),
      uploadCustomerDocument: () => client.uploadCustomerDocument(id, 'BankStatements', DATA_URL),
      getFiatDepositInstructions: () => client.getFiatDepositInstructions(id),
      createTransfer: () =>
        client.createTransfer({ receiverAmount: '12.50', destination: { currency: 'GBP' } }),
      quoteTransfer: () => client.quoteTransfer({ receiverAmount: '12.50', isFirstParty: false }),
      uploadTransferDocument: () => client.uploadTransferDocument(DATA_URL),
      createTrade: () => client.createTrade(trade),
      quoteTrade: () => client.quoteTrade(trade),
      getDeveloper: () => client.getDeveloper(),
      getWebhookConfig: () => client.getWebhookConfig(),
      updateWebhookConfig: () => client.updateWebhookConfig({ enabled: true }),
      getDeveloperBalances: () => client.getDeveloperBalances(),
      getCryptoInstruction: () => client.getCryptoInstruction('ethereum', 'USDC'),
    };
    for (const [operation, call] of Object.entries(methods)) {
      const before = service.store.calls.get(operation) ?? 0;
      expect((await call()).outcome, operation).toBe('accepted');
      expect(service.store.calls.get(operation), operation).toBe(before + 1);
    }
    expect(await client.token()).toHaveProperty('expiresAtMs');
    expect([...service.store.calls.keys()].sort()).toEqual([...ENDPOINT_IDS].sort());
    await client.close();
  });

  it('puts path parameters into the path so that they can not leave it', async () => {
    const service = await sandbox();
    const client = new ServiceClient({
      baseUrl: service.url,
      authUrl: service.url,
      credentials: SANDBOX_CREDENTIALS,
      profile: DEFAULT_PROFILE,
      concurrency: 1,
      clock: new JumpingClock(),
    });
    await expect(client.getFiatDepositInstructions('../../developer')).rejects.toThrow(/holds a slash/);
    await expect(client.getCryptoInstruction('..', 'balances')).rejects.toThrow(/lead out of its place/);
    expect(service.requests).toBe(0);
    await client.close();
  });
});
