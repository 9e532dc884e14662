// Customer files: each cell checked against 2.1, the body that is sent, and whole runs with what can go wrong in them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Warning } from '../../../src/batch/input/warnings.ts';
import type { RunEnd } from '../../../src/batch/results/run-end.ts';
import { customerSchema } from '../../../src/interface/customer.ts';
import { CUSTOMER_COLUMNS, ENUMERATIONS } from '../../../src/interface/customer-columns.ts';
import { DEPRECATIONS } from '../../../src/interface/deprecations.ts';
import { kindOfHeader } from '../../../src/interface/file-kind.ts';
import { DEFAULT_PROFILE, type Profile } from '../../../src/interface/profile.ts';
import { LedgerError } from '../../../src/ledger/ledger.ts';
import { type Message, verbatim } from '../../../src/message.ts';
import type { FaultSpec } from '../../../src/sandbox/faults.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { results, statuses } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { customers, numberedCustomers } from '../../kit/payouts.ts';
import { checkIn, failingLedger, NO_GUARDS, runIn, sandbox } from '../../kit/sandbox.ts';
import { SEED, trials } from '../../kit/seed.ts';
import { say, sayOf } from '../../kit/words.ts';

const out = (at: string): string => join(at, 'in.results.csv');

async function checked(
  csv: string,
  profile: Partial<Profile> = {},
): Promise<{ end: RunEnd; messages: string[]; warnings: Warning[] }> {
  const at = folder({ 'in.csv': csv, 'statement.pdf': 'bytes', 'other.pdf': 'other' });
  const warnings: Warning[] = [];
  const messages: string[] = [];
  const hooks = {
    checked: (_: unknown, list: readonly Warning[]) => void warnings.push(...list),
    problem: (_: number, __: string, message: Message | undefined) => void messages.push(sayOf(message)),
  };
  const end = await checkIn(at, { profile: { ...DEFAULT_PROFILE, ...profile } }, hooks);
  return { end, messages, warnings };
}

describe('the columns', () => {
  it('are the fields of the schema, every one, and no other', () => {
    const paths = Object.entries(customerSchema.shape).flatMap(([name, schema]) => {
      const inner = schema.unwrap();
      return 'shape' in inner ? Object.keys(inner.shape).map((child) => `${name}.${child}`) : [name];
    });
    expect(
      CUSTOMER_COLUMNS.map(({ path }) => path)
        .filter((path) => path !== 'reference')
        .sort(),
    ).toEqual(paths.sort());
  });
  it('name every enumeration of the profile', () => {
    expect([...new Set(CUSTOMER_COLUMNS.flatMap(({ values }) => values ?? []))].sort()).toEqual(
      [...ENUMERATIONS].sort(),
    );
  });
  it.each([
    ['businessLegalName,email', 'customers'],
    ['reference,customerId,receiverAmount', 'payouts'],
    ['reference,documents.BankStatements', 'customers'],
    ['reference,sourceOfFunds', 'customers'],
    ['customerId,amount', 'payouts'],
    ['nothing,known', 'payouts'],
  ])('%s tell %s', (header, kind) => expect(kindOfHeader(header.split(','), undefined)).toBe(kind));
  it('tell the kind through a map', () => {
    expect(
      kindOfHeader(
        ['Name', 'Mail'],
        new Map([
          ['Name', 'businessLegalName'],
          ['Mail', 'email'],
        ]),
      ),
    ).toBe('customers');
  });
});

describe('a cell of a customer file', () => {
  const cases: [field: string, value: string, expected: RegExp | undefined][] = [
    ['countryOfIncorporation', 'GB', undefined],
    ['countryOfIncorporation', 'UK', /"UK" is not an ISO 3166-1 country code \(did you mean GB\?\)/],
    ['countryOfIncorporation', 'gb', /two-letter country code \(did you mean GB\?\)/],
    ['countryOfIncorporation', 'Germany', /\(did you mean DE\?\)/],
    ['countryOfIncorporation', 'XX', /not an ISO 3166-1 country code/],
    ['registeredAddress.country', 'ZZ', /not an ISO 3166-1 country code/],
    ['customerJurisdictions', 'GB; IE', undefined],
    ['customerJurisdictions', 'GB;XX', /"XX" is not an ISO 3166-1 country code/],
    ['transactionOriginCountries', 'DEU', /did you mean DE/],
    ['transactionDestinationCountries', ';', undefined],
    ['incorporationDate', '2020-02-29', undefined],
    ['incorporationDate', '2021-02-29', /not a real date/],
    ['incorporationDate', '03/04/2020', /not a real date/],
    ['email', 'nobody', /not an e-mail/],
    ['contactPerson.email', 'a@b', /not an e-mail/],
    ['contactPerson.phoneNumber', '+44 20 7946 0958', undefined],
    ['contactPerson.phoneNumber', '020 7946 0958', /begin with \+/],
    ['contactPerson.phoneNumber', '+4420', /any numbering plan|not a phone number/],
    ['contactPerson.phoneNumber', '+999123456789', /not a phone number|any numbering plan/],
    ['contactPerson.phoneNumber', '+442079460958x', /may only have digits/],
    ['website', 'https://x.example/a', undefined],
    ['website', 'javascript:alert(1)', /not an http/],
    ['website', 'x.example', /not an http/],
    ['termsOfServiceAcceptance.date', '2026-03-31T09:30:00Z', undefined],
    ['termsOfServiceAcceptance.date', '2026-03-31T09:30:00+02:00', undefined],
    ['termsOfServiceAcceptance.date', '2026-03-31T09:30:00', /with offset/],
    ['termsOfServiceAcceptance.date', '2026-02-30T09:30:00Z', /with offset/],
    ['termsOfServiceAcceptance.ipAddress', '198.51.100.24', undefined],
    ['termsOfServiceAcceptance.ipAddress', '2001:db8::17', undefined],
    ['termsOfServiceAcceptance.ipAddress', '198.51.100.256', /not an IP address/],
    ['withLivenessCheck', 'TRUE', undefined],
    ['withLivenessCheck', 'yes', /must be true or false/],
    ['naicsCode', '52', undefined],
    ['naicsCode', '5223201', /NAICS/],
    ['naicsCode', '52-32', /NAICS/],
    ['companySourceOfWealthOther', 'more', undefined],
    ['documents.BankStatements', 'statement.pdf;other.pdf', undefined],
    ['documents.BankStatements', '', /is missing: release 1.32 requires it/],
    ['documents.BankStatements', 'none.pdf', /does not exist/],
    ['documents.BankStatements', '../x.pdf', /outside|does not exist/],
    ['documents.BankStatements', 'data:application/pdf;base64,AAAA', undefined],
    ['businessLegalName', '', /is missing/],
    ['reference', '', /is missing/],
  ];
  it.each(cases)('%s %j', async (field, value, expected) => {
    const { messages, end } = await checked(customers([{ [field]: value }]));
    if (expected === undefined) expect(messages).toEqual([]);
    else expect(messages.join()).toMatch(expected);
    expect(end.exitCode).toBe(expected === undefined ? 0 : 1);
  });
  it('has an Other field only beside its enumerated field', async () => {
    const { messages } = await checked(
      customers([{ accountFundingSource: '', accountFundingSourceOther: 'more' }]),
    );
    expect(messages.join()).toMatch(
      /accountFundingSourceOther: explains accountFundingSource, but accountFundingSource is empty/,
    );
  });
  it('warns of a value that an open enumeration does not know, and refuses it in a closed one', async () => {
    const csv = customers([{ 'transactionBreakdown.estimatedMonthlyVolumeUsd': 'UsD500kTo1m' }]);
    const open = await checked(csv);
    expect(open.end.exitCode).toBe(0);
    expect(open.warnings.map(({ message }) => say(message)).join()).toMatch(/did you mean Usd500kTo1m\?/);
    const closed = await checked(csv, {
      estimatedMonthlyVolumeUsd: { values: ['Usd500kTo1m'], closed: true },
    });
    expect(closed.end.exitCode).toBe(1);
    expect(closed.messages.join()).toMatch(/"UsD500kTo1m" is not among .* \(did you mean Usd500kTo1m/);
  });
  it('never tells a phone number, an address or a name in a message', async () => {
    const { messages } = await checked(
      customers([
        { 'contactPerson.phoneNumber': '+4420', email: 'secret.person', 'registeredAddress.street1': 'x' },
      ]),
    );
    expect(messages.join()).not.toMatch(/4420|secret\.person/);
  });
  it('is required where the profile says so', async () => {
    const { messages } = await checked(customers([{}]), {
      requiredCustomerFields: ['taxIdentificationNumber'],
      requiredDocumentTypes: ['ProofOfAddress'],
    });
    expect(messages.join()).toMatch(
      /taxIdentificationNumber: the file does not have this column: it is required/,
    );
    expect(messages.join()).toMatch(/documents.ProofOfAddress: is missing: the profile requires it/);
  });
});

describe('whatever a customer file holds', () => {
  it(`each row gets its line of results, and no value of it stands in a stack trace (seed ${SEED})`, async () => {
    console.log(`customers seed ${SEED}`);
    const paths = CUSTOMER_COLUMNS.map(({ path }) => path);
    const cell = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        '',
        'GB',
        ';;',
        '+',
        'true',
        '2026-13-40',
        'https://',
        'a@b',
        '1e5',
        '=1+1',
        'data:;base64,',
        '../x',
        '\u0000',
        '\ud800',
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.dictionary(fc.constantFrom(...paths, 'documents.BankStatements', 'documents.Other'), cell, {
            maxKeys: 8,
          }),
          { minLength: 1, maxLength: 4 },
        ),
        async (made) => {
          const csv = customers(
            made.map((row) =>
              Object.fromEntries(
                Object.entries(row).map(([key, value]) => [
                  key,
                  value.replace(/[\r\n\0\ud800-\udfff]/g, ' '),
                ]),
              ),
            ),
          );
          const { end, messages } = await checked(csv);
          expect(end.facts.rows).toBe(made.length);
          expect(end.footing).toEqual([]);
          for (const message of messages) expect(message).not.toMatch(/\n|undefined|\[object|\bat \S+ \(/);
        },
      ),
      { seed: SEED, numRuns: trials(50) },
    );
  });
});

describe('what ended', () => {
  const removed = DEPRECATIONS.filter(
    ({ where }) => where === 'customer' || where === 'customer-breakdown' || where === 'onboarding-document',
  );
  it.each(
    removed.map(({ where, what }) => [
      where === 'customer'
        ? what
        : where === 'customer-breakdown'
          ? `transactionBreakdown.${what}`
          : `documents.${what}`,
    ]),
  )('%s is refused with what to do', async (column) => {
    const failure = await checked(customers([{ [column ?? '']: 'x' }])).catch(
      (error: unknown) => error as Error,
    );
    const message = (failure as Error).message;
    expect(message).toMatch(/in\.csv:1:14: /);
    expect(message).toMatch(/remove|is required now/);
  });
  it('is told all at once', async () => {
    await expect(
      checked(customers([{ 'compliance.kycVendor': 'x', sourceOfFunds: 'y', naicsCod: '1' }])),
    ).rejects.toThrow(/:14: .*\n.*:15: .*\n.*:16: unknown column "naicsCod" \(did you mean naicsCode\?\)/);
  });
});

const bodies = (service: Sandbox) => [...service.store.customers.values()];
const names = (service: Sandbox): string[] =>
  bodies(service)
    .map(({ body }) => String(body['businessLegalName']))
    .sort();

async function serviceAndFolder(
  rows: readonly Record<string, string>[],
  faults: FaultSpec[] = [],
  without: string[] = [],
) {
  const service = await sandbox({ faults });
  const at = folder({ 'in.csv': customers(rows, without), 'statement.pdf': 'one', 'other.pdf': 'two' });
  return { service, at };
}

describe('a run of customers', () => {
  it('sends nested objects, lists and booleans as 2.1 has them', async () => {
    const { service, at } = await serviceAndFolder([
      {
        'contactPerson.firstName': 'Ada',
        businessIndustries: 'VirtualDigitalGoods; Software',
        transactionOriginCountries: ';;',
        withLivenessCheck: 'false',
        'registeredAddress.city': 'Bristol',
      },
    ]);
    await runIn(at, service.url);
    expect(bodies(service)[0]?.body).toMatchObject({
      contactPerson: { phoneNumber: '+442079460958', firstName: 'Ada' },
      businessIndustries: ['VirtualDigitalGoods', 'Software'],
      withLivenessCheck: false,
      registeredAddress: { city: 'Bristol' },
    });
    expect(bodies(service)[0]?.body).not.toHaveProperty('reference');
    expect(bodies(service)[0]?.body).not.toHaveProperty('transactionOriginCountries');
    expect(results(out(at))[0]).toMatchObject({
      status: 'created',
      customerId: bodies(service)[0]?.id,
      'documents.BankStatements': 'created',
    });
  });

  it.each<[string, FaultSpec, Record<string, number>, number, number]>([
    [
      'reset after creating',
      { kind: 'reset-after', operation: 'createCustomer', first: 1 },
      { created: 3, in_doubt: 1 },
      4,
      3,
    ],
    [
      '500 before creating',
      { kind: '500-before', operation: 'createCustomer', first: 1 },
      { created: 3, in_doubt: 1 },
      3,
      3,
    ],
    ['no id', { kind: 'no-id', operation: 'createCustomer', first: 1 }, { created: 3, in_doubt: 1 }, 4, 3],
    ['429', { kind: '429', operation: 'createCustomer', first: 2 }, { created: 4 }, 4, 0],
    [
      'refused',
      { kind: 'status-before', status: 422, operation: 'createCustomer', first: 1 },
      { created: 3, rejected: 1 },
      3,
      1,
    ],
    [
      'a document that breaks once',
      { kind: 'reset-after', operation: 'uploadCustomerDocument', first: 1 },
      { created: 4 },
      4,
      0,
    ],
    [
      'a document refused',
      { kind: 'status-before', status: 422, operation: 'uploadCustomerDocument', first: 1 },
      { created: 3, rejected: 1 },
      4,
      1,
    ],
    [
      'a document that breaks for long',
      { kind: 'status-before', status: 503, operation: 'uploadCustomerDocument', first: 8 },
      { created: 3, failed: 1 },
      4,
      1,
    ],
  ])('%s', async (_, fault, expected, created, code) => {
    const { service, at } = await serviceAndFolder(numberedCustomers(4), [fault]);
    const end = await runIn(at, service.url, { concurrency: 1 });
    expect(statuses(out(at))).toEqual(expected);
    expect(service.store.customers.size).toBe(created);
    expect([end.exitCode, end.footing]).toEqual([code, []]);
    service.faults.clear();
    const again = await runIn(at, service.url, { concurrency: 1 });
    const doubt = expected['in_doubt'] ?? 0;
    expect(statuses(out(at))).toEqual({ created: 4 - doubt, ...(doubt > 0 ? { in_doubt: doubt } : {}) });
    expect(again.exitCode).toBe(doubt > 0 ? 3 : 0);
    expect(new Set(names(service)).size, 'nobody is created twice').toBe(names(service).length);
  });

  it('continues a customer whose document failed, with another file, from the retry file', async () => {
    const { service, at } = await serviceAndFolder(numberedCustomers(2), [
      { kind: 'status-before', status: 422, operation: 'uploadCustomerDocument', first: 1 },
    ]);
    await runIn(at, service.url, { concurrency: 1 });
    const [first] = results(out(at));
    expect(first).toMatchObject({ status: 'rejected', 'documents.BankStatements': 'rejected' });
    expect(first?.['errorMessage']).toMatch(
      /the customer was created \(.*\), but its document BankStatements was not stored/,
    );
    const retry = readFileSync(join(at, 'in.retry.csv'), 'utf8');
    expect(retry).toContain('Customer 1');
    expect(retry).not.toContain('Customer 2');
    writeFileSync(join(at, 'in.csv'), retry.replace('statement.pdf', 'other.pdf'));
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect(results(out(at))[0]).toMatchObject({
      status: 'created',
      customerId: first?.['customerId'],
      'documents.BankStatements': 'created',
    });
    expect(names(service)).toEqual(['Customer 1', 'Customer 2']);
    expect(existsSync(join(at, 'in.retry.csv'))).toBe(false);
  });

  it('uploads nothing again, and calls a customer of another batch a duplicate', async () => {
    const { service, at } = await serviceAndFolder(numberedCustomers(2));
    await runIn(at, service.url);
    const uploads = service.store.calls.get('uploadCustomerDocument');
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect(statuses(out(at))).toEqual({ created: 2 });
    await runIn(at, service.url, { batchId: 'another' });
    expect(statuses(out(at))).toEqual({ duplicate: 2 });
    expect(service.store.calls.get('uploadCustomerDocument')).toBe(uploads);
    expect(service.store.calls.get('createCustomer')).toBe(2);
    expect(results(out(at))[0]?.['errorMessage']).toMatch(/already created in run/);
  });

  it('without references: continued in its own file, held in another', async () => {
    const { service, at } = await serviceAndFolder(
      numberedCustomers(2),
      [{ kind: 'status-before', status: 422, operation: 'uploadCustomerDocument', first: 1 }],
      ['reference'],
    );
    await runIn(at, service.url, { concurrency: 1 });
    expect(statuses(out(at))).toEqual({ rejected: 1, created: 1 });
    const csv = readFileSync(join(at, 'in.csv'), 'utf8');
    writeFileSync(join(at, 'in.csv'), `${csv}\n`);
    expect((await runIn(at, service.url)).exitCode).toBe(1);
    expect(statuses(out(at))).toEqual({ not_sent: 2 });
    writeFileSync(join(at, 'in.csv'), csv);
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect(statuses(out(at))).toEqual({ created: 2 });
    expect(service.store.customers.size).toBe(2);
  });

  it('without references: continued from the retry file, where its document was corrected', async () => {
    const { service, at } = await serviceAndFolder(
      numberedCustomers(3),
      [{ kind: 'status-before', status: 422, operation: 'uploadCustomerDocument', first: 2 }],
      ['reference'],
    );
    await runIn(at, service.url, { concurrency: 1 });
    const [first] = results(out(at));
    expect(first?.['errorMessage']).toContain('running the same file or its retry file again continues');
    const path = join(at, 'in.retry.csv');
    const retry = readFileSync(path, 'utf8');
    expect(retry.match(/Customer \d/g)).toEqual(['Customer 1', 'Customer 2']);
    // One is mended; the other's new document isn't good either.
    writeFileSync(path, retry.replace('statement.pdf', 'other.pdf'));
    service.faults.add({ kind: 'status-before', status: 422, operation: 'uploadCustomerDocument', first: 1 });
    const again = { file: path, results: join(at, 'second.csv'), retry: join(at, 'second.retry.csv') };
    await runIn(at, service.url, { ...again, concurrency: 1 });
    const second = results(again.results);
    expect(second.map(({ status, customerId }) => [status, customerId !== ''])).toEqual([
      ['rejected', true],
      ['created', true],
    ]);
    expect(second[0]?.['customerId']).toBe(first?.['customerId']);
    // A retry of the retry is still that row; and the original finds everybody there.
    const third = { file: again.retry, results: join(at, 'third.csv'), retry: join(at, 'third.retry.csv') };
    expect((await runIn(at, service.url, third)).exitCode).toBe(0);
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect(names(service)).toEqual(['Customer 1', 'Customer 2', 'Customer 3']);
    for (const { documents } of service.store.customers.values()) expect(documents.length).toBeGreaterThan(0);
    expect(service.store.calls.get('createCustomer')).toBe(3);
  });

  it('a ledger that can not remember an upload stops the run, and nobody is created twice', async () => {
    const { service, at } = await serviceAndFolder(numberedCustomers(3));
    let full = true;
    const wrap = (ledger: Parameters<typeof failingLedger>[0]) =>
      failingLedger(
        ledger,
        ['remember'],
        () => full,
        () => new LedgerError(verbatim('the disk is full')),
      );
    const end = await runIn(at, service.url, { concurrency: 1, wrap });
    expect(end.exitCode).toBe(4);
    expect(statuses(out(at))).toEqual({ failed: 1, not_sent: 2 });
    full = false;
    expect((await runIn(at, service.url, { wrap })).exitCode).toBe(0);
    expect(names(service)).toEqual(['Customer 1', 'Customer 2', 'Customer 3']);
  });

  it('guards that speak of amounts refuse a customer file', async () => {
    const { service, at } = await serviceAndFolder([{}]);
    const guards = { ...NO_GUARDS, expectTotal: new Map([['GBP', '1']]) };
    await expect(runIn(at, service.url, { guards })).rejects.toThrow(/customers have no amounts/);
  });
});

describe('a number that a business is told by, shortened by a spreadsheet', () => {
  it.each(['taxIdentificationNumber', 'companyRegistrationNumber'])('%s is invalid', async (field) => {
    const service = await sandbox({});
    const row = (number: string) => customers([{ [field]: number }], ['reference']);
    const at = folder({ 'in.csv': row('123456789012'), 'statement.pdf': '%PDF-1.4 x' });
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    writeFileSync(join(at, 'in.csv'), row('1.23457E+11'));
    expect((await runIn(at, service.url)).exitCode).toBe(1);
    expect(results(out(at))[0]?.['errorMessage']).toContain('a spreadsheet has shortened');
    expect(service.store.customers.size).toBe(1);
  });
});

describe('a created customer whose body was corrected afterwards', () => {
  it('gets its missing documents by its retry file, and the correction is called unsent', async () => {
    const fault: FaultSpec = { kind: '500-before', operation: 'uploadCustomerDocument' };
    const service = await sandbox({ faults: [fault] });
    const at = folder({
      'in.csv': customers(numberedCustomers(1), ['reference']),
      'statement.pdf': '%PDF-1.4 x',
    });
    await runIn(at, service.url, { haltAfter: 100 });
    expect(statuses(out(at))).toEqual({ failed: 1 });
    service.faults.clear();
    const retry = readFileSync(join(at, 'in.retry.csv'), 'utf8').replace('Customer 1', 'Customer One');
    writeFileSync(join(at, 'retry.csv'), retry);
    const again = { file: join(at, 'retry.csv'), results: join(at, 'again.csv'), retry: join(at, 'r.csv') };
    const end = await runIn(at, service.url, again);
    const [customer] = [...service.store.customers.values()];
    expect([service.store.customers.size, customer?.documents.length]).toEqual([1, 1]);
    expect(results(join(at, 'again.csv'))[0]).toMatchObject({
      status: 'created',
      errorCode: 'corrected',
      errorMessage: expect.stringContaining('after a correction') as string,
    });
    expect(end.exitCode).toBe(0);
    // The original has nothing left to do.
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect(service.store.customers.size).toBe(1);
  });
  it('under its reference is told to be written as it was, and then goes on', async () => {
    const fault: FaultSpec = { kind: '500-before', operation: 'uploadCustomerDocument' };
    const service = await sandbox({ faults: [fault] });
    const at = folder({ 'in.csv': customers(numberedCustomers(1)), 'statement.pdf': '%PDF-1.4 x' });
    await runIn(at, service.url, { haltAfter: 100 });
    service.faults.clear();
    writeFileSync(join(at, 'in.csv'), customers(numberedCustomers(1, { businessLegalName: 'Other' })));
    await runIn(at, service.url);
    expect(results(out(at))[0]).toMatchObject({
      status: 'invalid',
      errorMessage: expect.stringContaining(
        'Write its earlier content: its documents are continued',
      ) as string,
    });
    writeFileSync(join(at, 'in.csv'), customers(numberedCustomers(1)));
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect(service.store.customers.size).toBe(1);
  });
});
