// The sandbox as a service: every endpoint of section 4 answers, the earlier forms end with its clock, faults do what they say.
import { connect } from 'node:net';

import Big from 'big.js';
import { describe, expect, it } from 'vitest';

import { tokenRequest } from '../../../src/client/token.ts';
import { ENDPOINT_IDS, type EndpointId, ENDPOINTS } from '../../../src/interface/endpoints.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { parseFault } from '../../../src/sandbox/faults.ts';
import { SANDBOX_CREDENTIALS } from '../../../src/sandbox/options.ts';
import { debitOf, price } from '../../../src/sandbox/prices.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { sandbox } from '../../kit/sandbox.ts';

async function token(service: Sandbox): Promise<string> {
  const body = JSON.stringify(tokenRequest(SANDBOX_CREDENTIALS, service.url, DEFAULT_PROFILE));
  const answer = await fetch(`${service.url}/oauth/token`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function ask(
  service: Sandbox,
  method: string,
  path: string,
  body?: object | string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  const answer = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${await token(service)}`, 'content-type': 'application/json' },
    ...(text === undefined ? {} : { body: text }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Uploads a document of this type for a customer of its own. */
async function onboard(service: Sandbox, documentType: string) {
  const customer = await ask(service, 'POST', '/api/v1/customers', { businessLegalName: 'X' });
  return ask(service, 'POST', `/api/v1/customers/${String(customer.body['id'])}/documents`, {
    documentType,
    fileBlob: DATA_URL,
  });
}

const before = { now: () => Date.parse('2026-10-30T23:59:59Z') };
const after = { now: () => Date.parse('2026-10-31T00:00:00Z') };
const DATA_URL = 'data:text/plain;base64,AAAA';

describe('every endpoint of section 4', () => {
  it('answers with its success', async () => {
    const service = await sandbox();
    const customer = await ask(service, 'POST', '/api/v1/customers', { businessLegalName: 'X' });
    const id = String(customer.body['id']);
    const bodies: Partial<Record<EndpointId, object>> = {
      token: tokenRequest(SANDBOX_CREDENTIALS, service.url, DEFAULT_PROFILE),
      createCustomer: { businessLegalName: 'Y' },
      uploadCustomerDocument: { documentType: 'BankStatements' },
      createTransfer: { receiverAmount: 1 },
      quoteTransfer: { receiverAmount: 1 },
      uploadTransferDocument: { fileBlob: DATA_URL },
      createTrade: { sourceCurrency: 'USDC', destinationCurrency: 'USDCT', amount: '5' },
      quoteTrade: { sourceCurrency: 'USDCT', destinationCurrency: 'USDC', amount: '5' },
      updateWebhookConfig: { url: 'https://x.example' },
    };
    for (const operation of ENDPOINT_IDS) {
      const { method, path, success } = ENDPOINTS[operation];
      const real = path
        .replace(/\{(id|customerId)\}/, id)
        .replace('{network}', 'ethereum')
        .replace('{asset}', 'USDC');
      expect((await ask(service, method, real, bodies[operation])).status, operation).toBe(success);
    }
    expect((await ask(service, 'GET', '/api/v1/developer/webhook-config')).body).toMatchObject({
      url: 'https://x.example',
    });
  });
  it('refuses what the interface refuses', async () => {
    const service = await sandbox();
    const transfer = (body: object | string) =>
      ask(service, 'POST', '/api/v1/transfers', body).then(({ status }) => status);
    expect(await transfer({ amount: 1 })).toBe(400);
    expect(await transfer({ receiverAmount: 1, amount: 1 })).toBe(400);
    expect(await transfer({ receiverAmount: '1' })).toBe(400);
    expect(await transfer({ receiverAmount: 0 })).toBe(400);
    expect(await transfer({ receiverAmount: 1, surprise: true })).toBe(400);
    expect(await transfer('{')).toBe(400);
    expect(await transfer({ receiverAmount: 1, documents: ['16fd2706-8baf-433b-82eb-8c7fada847da'] })).toBe(
      422,
    );
    expect(await transfer({ receiverAmount: 2_000_000 })).toBe(422);
    expect((await fetch(`${service.url}/api/v1/accounts`)).status).toBe(401);
    expect((await ask(service, 'GET', '/api/v1/nothing')).status).toBe(404);
    expect(service.store.transfers).toHaveLength(0);
  });
  it('lets tokens expire', async () => {
    let nowMs = Date.parse('2026-06-01T00:00:00Z');
    const service = await sandbox({ now: () => nowMs, tokenLifetimeSeconds: 60 });
    const bearer = { headers: { authorization: `Bearer ${await token(service)}` } };
    expect((await fetch(`${service.url}/api/v1/accounts`, bearer)).status).toBe(200);
    nowMs += 60_000;
    expect((await fetch(`${service.url}/api/v1/accounts`, bearer)).status).toBe(401);
  });
});

describe('the earlier forms', () => {
  const uses: [string, (service: Sandbox) => Promise<{ status: number }>, string][] = [
    [
      'current-tenant',
      (service) => ask(service, 'GET', '/api/v1/current-tenant/balances'),
      'current-tenant-endpoint',
    ],
    [
      'Base64 documents',
      (service) => ask(service, 'POST', '/api/v1/transfers', { receiverAmount: 1, documents: [DATA_URL] }),
      'transfer-documents-base64',
    ],
    [
      'a removed breakdown field',
      (service) =>
        ask(service, 'POST', '/api/v1/customers', { transactionBreakdown: { incomingAchTxCountMonthly: 3 } }),
      'customer-removed-breakdown-field',
    ],
    [
      'a removed document type',
      (service) => onboard(service, 'OwnershipChart'),
      'onboarding-removed-document-type',
    ],
    [
      'a removed customer field',
      (service) => ask(service, 'POST', '/api/v1/customers', { sourceOfFunds: 'x' }),
      'customer-removed-field',
    ],
  ];
  it.each(uses)(
    '%s: accepted and counted until 30 October, refused from the next day',
    async (_, use, rule) => {
      const earlier = await sandbox(before);
      expect((await use(earlier)).status).toBeLessThan(300);
      expect(earlier.state().deprecated).toEqual({ [rule]: 1 });
      expect((await use(await sandbox(after))).status).toBeGreaterThanOrEqual(400);
    },
  );
});

describe('what is left open', () => {
  it('a field whose end is not stated is accepted and counted on both sides of the cutoff', async () => {
    for (const clock of [before, after]) {
      const service = await sandbox(clock);
      expect(
        (await ask(service, 'POST', '/api/v1/customers', { fundingSourceExplanation: 'x' })).status,
      ).toBe(201);
      expect(service.state().deprecated).toEqual({ 'customer-unclear-field': 1 });
    }
  });
  it('BankStatements and other types are stored on both sides', async () => {
    for (const clock of [before, after]) {
      const service = await sandbox(clock);
      expect((await onboard(service, 'BankStatements')).status).toBe(201);
      expect((await onboard(service, 'CertificateOfIncorporation')).status).toBe(201);
      expect(service.state().deprecated).toEqual({});
    }
  });
  it('each use is counted, not each request', async () => {
    const service = await sandbox(before);
    await ask(service, 'POST', '/api/v1/customers', {
      sourceOfFunds: 'x',
      compliance: {},
      transactionBreakdown: { transactionTypes: [] },
    });
    expect(service.state().deprecated).toEqual({
      'customer-removed-field': 2,
      'customer-removed-breakdown-field': 1,
    });
  });
  it('all five earlier paths answer as the current ones do', async () => {
    const service = await sandbox(before);
    for (const tail of ['', '/webhook-config', '/balances', '/crypto-instruction/ethereum/USDC']) {
      const [earlier, current] = [
        await ask(service, 'GET', `/api/v1/current-tenant${tail}`),
        await ask(service, 'GET', `/api/v1/developer${tail}`),
      ];
      expect(earlier, tail).toEqual(current);
    }
    expect(
      (await ask(service, 'PATCH', '/api/v1/current-tenant/webhook-config', { enabled: true })).body,
    ).toMatchObject({ enabled: true });
    expect(service.state().deprecated).toEqual({ 'current-tenant-endpoint': 5 });
  });
});

describe('faults', () => {
  it('are read from a flag', () => {
    expect(parseFault('500-after@createTransfer:every=5')).toEqual({
      kind: '500-after',
      operation: 'createTransfer',
      every: 5,
    });
    expect(parseFault('429:rate=0.1,retryAfter=2')).toEqual({ kind: '429', rate: 0.1, retryAfter: '2' });
    for (const wrong of ['500', 'hang@transfer', 'hang:often=1', 'slow:ms=x'])
      expect(() => parseFault(wrong)).toThrow(/fault|operation/);
  });
  it('can be switched on and off by the control endpoint', async () => {
    const service = await sandbox();
    const control = (method: string, body?: object) =>
      fetch(`${service.url}/__sandbox/faults`, {
        method,
        ...(body ? { body: JSON.stringify(body) } : {}),
      }).then(({ status }) => status);
    expect(await control('POST', { kind: 'status-before', status: 503, operation: 'listAccounts' })).toBe(
      200,
    );
    expect((await ask(service, 'GET', '/api/v1/accounts')).status).toBe(503);
    expect(await control('DELETE')).toBe(200);
    expect((await ask(service, 'GET', '/api/v1/accounts')).status).toBe(200);
    expect(await control('POST', { kind: 'nonsense' })).toBe(400);
  });
  it('are added by request as a list', async () => {
    const service = await sandbox();
    const body = JSON.stringify([parseFault('500-after@createTransfer'), { kind: 'slow', ms: 5 }]);
    const answer = await fetch(`${service.url}/__sandbox/faults`, { method: 'POST', body });
    expect([answer.status, await answer.json()]).toEqual([200, { added: 2 }]);
  });
  it('refuse stops listening, and listens again on the same port', async () => {
    const service = await sandbox();
    service.addFault({ kind: 'refuse', ms: 50 });
    await expect(fetch(`${service.url}/__sandbox/state`)).rejects.toThrow();
    for (let up = false; !up;)
      up = await fetch(`${service.url}/__sandbox/state`).then(
        () => true,
        () => false,
      );
  });
  it('come by the seed: the same seed, the same rows', async () => {
    const hit = async (): Promise<number[]> => {
      const service = await sandbox({
        seed: 7,
        faults: [{ kind: 'status-before', status: 503, operation: 'listAccounts', rate: 0.5 }],
      });
      const out: number[] = [];
      for (let i = 0; i < 12; i++) out.push((await ask(service, 'GET', '/api/v1/accounts')).status);
      return out;
    };
    const first = await hit();
    expect(new Set(first).size).toBe(2);
    expect(await hit()).toEqual(first);
  });
});

describe('prices', () => {
  it('are the same for the same seed and pair, and cover amount and fee', () => {
    const one = price(1, 'USDC', 'GBP', '100.00');
    expect(price(1, 'USDC', 'GBP', '100.00')).toEqual(one);
    expect(price(2, 'USDC', 'GBP', '100.00')).not.toEqual(one);
    expect(Number(one.sourceAmount)).toBeCloseTo(100 / Number(one.rate), 4);
    expect(debitOf(one)).toBe(new Big(one.sourceAmount).plus(one.fee).toFixed());
  });
});

/** A request exactly as told, whatever a well-behaved client would send. */
function bare(port: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    socket.on('error', reject).on('close', () => {
      resolve(answer.split('\r\n')[0] ?? '');
    });
  });
}

describe('who calls', () => {
  it.each<[string, string, number]>([
    ['GET /__sandbox/state', 'Host: 127.0.0.1', 200],
    ['GET /__sandbox/state', 'Host: localhost:1234', 200],
    ['GET /__sandbox/state', 'Host: [::1]:1', 200],
    ['GET /__sandbox/state', 'Host: localhost\r\nOrigin: http://localhost:3000', 200],
    ['GET /__sandbox/state', 'Host: evil.example', 403],
    ['GET /__sandbox/state', 'Host: 127.0.0.1.evil.example', 403],
    ['GET /__sandbox/state', 'Host: localhost@evil.example', 403],
    ['GET /__sandbox/state', 'Host: localhost\r\nOrigin: https://evil.example', 403],
    ['GET /__sandbox/state', 'Host: localhost\r\nOrigin: null', 403],
    ['DELETE /__sandbox/faults', 'Host: evil.example', 403],
    ['POST /oauth/token', 'Host: evil.example\r\nContent-Length: 0', 403],
    ['GET //', 'Host: localhost', 404],
    ['GET //evil.example/x', 'Host: localhost', 404],
    ['GET /%', 'Host: localhost', 404],
    ['GET /..//../%2e', 'Host: localhost', 404],
    ['GET http://localhost/__sandbox/state', 'Host: localhost', 200],
    ['OPTIONS *', 'Host: localhost', 405],
    ['TRACE /', 'Host: localhost', 405],
    ['GET /api/v1/accounts', 'Host: localhost\r\nContent-Length: 2\r\n\r\n{}', 401],
  ])('%s with %j: %i', async (line, headers, status) => {
    const service = await sandbox();
    const { port } = new URL(service.url);
    const answer = await bare(port, `${line} HTTP/1.1\r\nConnection: close\r\n${headers}\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
  it('without a name is refused', async () => {
    const service = await sandbox();
    const { port } = new URL(service.url);
    expect(await bare(port, 'GET /__sandbox/state HTTP/1.0\r\n\r\n')).toMatch(/ 403 /);
  });
});

describe('the year of the cutoff', () => {
  it('is the one that the sandbox is started with', async () => {
    const inBetween = { now: () => Date.parse('2027-01-15T00:00:00Z') };
    const path = '/api/v1/current-tenant/balances';
    expect((await ask(await sandbox(inBetween), 'GET', path)).status).toBe(410);
    expect((await ask(await sandbox({ ...inBetween, cutoffYear: 2027 }), 'GET', path)).status).toBe(200);
  });
});
