// The sandbox as a service: it refuses invalid requests, deprecated forms end by its clock, and faults have the effect
// that they name.
import Big from 'big.js';
import { describe, expect, it } from 'vitest';

import { tokenRequest } from '../../../src/client/token.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { type FaultSpec, parseFault } from '../../../src/sandbox/faults.ts';
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
    redirect: 'manual',
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Uploads a document of this type for a new customer. */
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

describe('the sandbox', () => {
  it('refuses invalid requests, each with the right status', async () => {
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

describe('a deprecated form', () => {
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
    'is accepted and counted until 30 October, and refused from the next day: %s',
    async (_, use, rule) => {
      const earlier = await sandbox(before);
      expect((await use(earlier)).status).toBeLessThan(300);
      expect(earlier.state().deprecated).toEqual({ [rule]: 1 });
      expect((await use(await sandbox(after))).status).toBeGreaterThanOrEqual(400);
    },
  );
});

describe('the sandbox before and after the cutoff', () => {
  it('accepts and counts a field whose end is not stated', async () => {
    for (const clock of [before, after]) {
      const service = await sandbox(clock);
      expect(
        (await ask(service, 'POST', '/api/v1/customers', { fundingSourceExplanation: 'x' })).status,
      ).toBe(201);
      expect(service.state().deprecated).toEqual({ 'customer-unclear-field': 1 });
    }
  });
  it('stores BankStatements and other current document types', async () => {
    for (const clock of [before, after]) {
      const service = await sandbox(clock);
      expect((await onboard(service, 'BankStatements')).status).toBe(201);
      expect((await onboard(service, 'CertificateOfIncorporation')).status).toBe(201);
      expect(service.state().deprecated).toEqual({});
    }
  });
  it('counts each deprecated use, not each request', async () => {
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
  it('gives the five current-tenant endpoints the same responses as the current ones', async () => {
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
  it('are parsed from a flag', () => {
    expect(parseFault('500-after@createTransfer:every=5')).toEqual({
      kind: '500-after',
      operation: 'createTransfer',
      every: 5,
    });
    expect(parseFault('429:rate=0.1,retryAfter=2')).toEqual({ kind: '429', rate: 0.1, retryAfter: '2' });
    for (const wrong of ['500', 'hang@transfer', 'hang:often=1', 'slow:ms=x'])
      expect(() => parseFault(wrong)).toThrow(/fault|operation/);
    for (const wrong of ['401:rate=2', '401:first=0', '401:every=0', '401:every=1.5'])
      expect(() => parseFault(wrong), wrong).toThrow(/unusable fault/);
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
    const listed = await fetch(`${service.url}/__sandbox/faults`);
    expect(await listed.json()).toEqual([{ kind: 'status-before', status: 503, operation: 'listAccounts' }]);
    expect(await control('DELETE')).toBe(200);
    expect(await (await fetch(`${service.url}/__sandbox/faults`)).json()).toEqual([]);
    expect((await ask(service, 'GET', '/api/v1/accounts')).status).toBe(200);
    expect(await control('POST', { kind: 'nonsense' })).toBe(400);
    expect(await control('POST', [parseFault('500-after@createTransfer'), { kind: 'slow', ms: 5 }])).toBe(
      200,
    );
    expect((await ask(service, 'POST', '/api/v1/transfers', { receiverAmount: 1 })).status).toBe(500);
  });
  it.each<[FaultSpec, number | 'broken', number]>([
    [{ kind: 'reset-before' }, 'broken', 0],
    [{ kind: 'reset-after' }, 'broken', 1],
    [{ kind: 'status-before', status: 422 }, 422, 0],
    [{ kind: 'status-after', status: 503 }, 503, 1],
    [{ kind: '429', retryAfter: '7' }, 429, 0],
    [{ kind: '401' }, 401, 0],
    [{ kind: '500-before' }, 500, 0],
    [{ kind: '500-after' }, 500, 1],
    [{ kind: 'slow', ms: 5 }, 201, 1],
    [{ kind: 'garbage' }, 'broken', 1],
    [{ kind: 'cut-short' }, 'broken', 1],
    [{ kind: 'no-id' }, 201, 1],
    [{ kind: 'redirect' }, 307, 0],
  ])('%j: the response is %s, the transfer is executed %i times', async (fault, status, executed) => {
    const service = await sandbox({ faults: [{ operation: 'createTransfer', first: 1, ...fault }] });
    const call = ask(service, 'POST', '/api/v1/transfers', { receiverAmount: 1 });
    const answered = await call.catch(() => 'broken' as const);
    expect(answered === 'broken' ? answered : answered.status).toBe(status);
    expect(service.store.transfers).toHaveLength(executed);
    if (fault.kind === 'no-id') expect(answered).toEqual({ status: 201, body: {} });
    expect((await ask(service, 'POST', '/api/v1/transfers', { receiverAmount: 1 })).status).toBe(201);
  });
  it('of the kind "refuse" stop the listener, which then returns on the same port', async () => {
    const service = await sandbox();
    service.addFault({ kind: 'refuse', ms: 50 });
    await expect(fetch(`${service.url}/__sandbox/state`)).rejects.toThrow();
    for (let up = false; !up;)
      up = await fetch(`${service.url}/__sandbox/state`).then(
        () => true,
        () => false,
      );
  });
  it('affect the same requests with the same seed', async () => {
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
  it('are equal for the same seed and pair, and the debit is amount plus fee', () => {
    const one = price(1, 'USDC', 'GBP', '100.00');
    expect(price(1, 'USDC', 'GBP', '100.00')).toEqual(one);
    expect(price(2, 'USDC', 'GBP', '100.00')).not.toEqual(one);
    expect(Number(one.sourceAmount)).toBeCloseTo(100 / Number(one.rate), 4);
    expect(debitOf(one)).toBe(new Big(one.sourceAmount).plus(one.fee).toFixed());
  });
});
