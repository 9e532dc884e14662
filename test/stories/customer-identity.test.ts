// A customer or trade that a second command spells differently is created only once, on both stores. The tests count
// at the service.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { paybatch } from '../kit/io.ts';
import { HAS_POSTGRES, postgres } from '../kit/postgres.ts';
import { sandbox } from '../kit/sandbox.ts';

const server = postgres();

const STORES = [
  { name: 'SQLite', runs: true, env: (at: string) => ({ PAYBATCH_LEDGER: join(at, 'l.db') }) },
  {
    name: `Postgres`,
    runs: HAS_POSTGRES,
    env: () => ({ PAYBATCH_LEDGER: server.address(), PAYBATCH_LEDGER_SCHEMA: server.newSchema() }),
  },
];

type Row = Readonly<Record<string, string>>;

const ACME: Row = {
  businessLegalName: 'Acme Ltd',
  customerJurisdictions: 'DE;FR;IT',
  email: 'a@acme.example',
};

const csv = (...rows: readonly Row[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row))), 'documents.BankStatements'];
  const lines = rows.map((row) =>
    [...columns.slice(0, -1).map((name) => row[name] ?? ''), 's.pdf'].join(','),
  );
  return [columns.join(','), ...lines, ''].join('\n');
};

async function place(env: (at: string) => Record<string, string>) {
  const service = await sandbox({});
  const at = folder({ 's.pdf': '%PDF-1.4 x' });
  const own = { ...serviceEnv(service.url), ...env(at) };
  const say = (...words: string[]) => paybatch(at, words, own);
  const init = await say('ledger', 'init');
  expect(init.code, init.stderr).toBe(0);
  const run = (name: string, ...rows: readonly Row[]) => {
    writeFileSync(join(at, name), csv(...rows));
    return say('run', name, '--yes');
  };
  return { at, service, say, run, own };
}

describe.each(STORES)('identity with a ledger on $name', ({ runs, env }) => {
  describe.runIf(runs)('a customer of a file', () => {
    it('is not created again with a reordered list, a repeated item or a false flag', async () => {
      const { service, run } = await place(env);
      expect((await run('c.csv', ACME)).code).toBe(0);
      const written: Row[] = [
        { ...ACME, customerJurisdictions: 'IT;DE;FR' },
        { ...ACME, customerJurisdictions: 'FR; IT;DE;DE' },
        { ...ACME, withLivenessCheck: 'false' },
      ];
      for (const [at, row] of written.entries()) {
        const { code, stderr } = await run(`c${at}.csv`, row);
        expect([code, stderr]).toEqual([1, expect.stringContaining('possible duplicate')]);
      }
      expect(service.store.customers.size).toBe(1);
      // A customer with another jurisdiction is a new customer.
      expect((await run('other.csv', { ...ACME, customerJurisdictions: 'DE;FR;PT' })).code).toBe(0);
      expect((await run('c.csv', ACME)).code).toBe(0);
      expect(service.store.customers.size).toBe(2);
    });

    it('is not created again with the same name and registration number but other details', async () => {
      const { service, run } = await place(env);
      const one = { ...ACME, companyRegistrationNumber: 'R1', taxIdentificationNumber: 'n/a' };
      expect((await run('c.csv', one)).code).toBe(0);
      const other = { ...one, taxIdentificationNumber: 'none', email: 'b@acme.example' };
      expect((await run('d.csv', other)).code).toBe(1);
      expect(service.store.customers.size).toBe(1);
    });

    it('in doubt is not created again with another email and a tax number without its leading zero', async () => {
      const { service, run } = await place(env);
      service.faults.add({ kind: '500-after', operation: 'createCustomer', first: 1 });
      const known = { ...ACME, taxIdentificationNumber: '0123456789' };
      expect((await run('c.csv', known)).code).toBe(3);
      const corrected = { ...known, email: 'accounts@acme.example', taxIdentificationNumber: '123456789' };
      const { stderr } = await run('d.csv', corrected);
      expect(stderr).toContain('(in doubt since');
      expect(service.store.customers.size).toBe(1);
    });
  });

  describe.runIf(runs)('a trade or customer of a single call', () => {
    it('is not created again with another spelling, list order or extra field', async () => {
      const { service, say } = await place(env);
      const trade = (more: string) =>
        say(
          'api',
          'createTrade',
          '--yes',
          '--data',
          `{"sourceCurrency":"USDC","destinationCurrency":"USDCT",${more}}`,
        );
      expect((await trade('"amount":500')).code).toBe(0);
      for (const more of ['"amount":"500.0","fee":0', '"amount":500.00,"urgent":false,"tags":[]'])
        expect((await trade(more)).code, more).toBe(1);
      for (const more of ['"quoteId":"x"', '"clientTimestamp":"2026-11-22T13:00:00Z"'])
        expect((await trade(`"amount":500,${more}`)).code, more).toBe(1);
      expect(service.store.trades).toHaveLength(1);
      expect((await trade('"amount":501,"quoteId":"x"')).code).toBe(0);
      expect(service.store.trades).toHaveLength(2);
      const customer = (more: string) =>
        say('api', 'createCustomer', '--data', `{"businessLegalName":"Acme Ltd",${more}}`, '--yes');
      expect((await customer('"customerJurisdictions":["DE","FR"]')).code).toBe(0);
      expect((await customer('"customerJurisdictions":["FR","DE"]')).code).toBe(1);
      expect((await customer('"customerJurisdictions":["FR","DE"],"withLivenessCheck":false')).code).toBe(1);
      expect(service.store.customers.size).toBe(1);
    });
  });
});
