// Customer files: the checks of each cell (section 2.1), the request body, and whole runs with faults.
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

describe('the columns of a customer file', () => {
  it('are the reference and exactly the fields of the schema', () => {
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
  it('use exactly the enumerations of the profile', () => {
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
  ])('%s identify %s', (header, kind) => expect(kindOfHeader(header.split(','), undefined)).toBe(kind));
  it('identify the kind of a file through a map', () => {
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
  it.each(cases)('is validated: %s %j', async (field, value, expected) => {
    const { messages, end } = await checked(customers([{ [field]: value }]));
    if (expected === undefined) expect(messages).toEqual([]);
    else expect(messages.join()).toMatch(expected);
    expect(end.exitCode).toBe(expected === undefined ? 0 : 1);
  });
  it('of an Other field is refused if its enumerated field is empty', async () => {
    const { messages } = await checked(
      customers([{ accountFundingSource: '', accountFundingSourceOther: 'more' }]),
    );
    expect(messages.join()).toMatch(
      /accountFundingSourceOther: explains accountFundingSource, but accountFundingSource is empty/,
    );
  });
  it('with an unknown value is a warning in an open enumeration and an error in a closed one', async () => {
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
  it('does not appear in messages if it is a phone number or an e-mail address', async () => {
    const { messages } = await checked(
      customers([
        { 'contactPerson.phoneNumber': '+4420', email: 'secret.person', 'registeredAddress.street1': 'x' },
      ]),
    );
    expect(messages.join()).not.toMatch(/4420|secret\.person/);
  });
  it('is required if the profile requires it', async () => {
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

describe('a customer file with random cells', () => {
  it(`has all its rows counted, and no message shows a stack trace (seed ${SEED})`, async () => {
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

describe('a removed column in a customer file', () => {
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
  )('is refused with a message that says what to do: %s', async (column) => {
    const failure = await checked(customers([{ [column ?? '']: 'x' }])).catch(
      (error: unknown) => error as Error,
    );
    const message = (failure as Error).message;
    expect(message).toMatch(/in\.csv:1:14: /);
    expect(message).toMatch(/remove|is required now/);
  });
  it('is reported together with the other wrong columns', async () => {
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
  it('sends nested objects, lists and booleans as in section 2.1', async () => {
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
      'a connection reset after creating',
      { kind: 'reset-after', operation: 'createCustomer', first: 1 },
      { created: 3, in_doubt: 1 },
      4,
      3,
    ],
    [
      'status 500 before creating',
      { kind: '500-before', operation: 'createCustomer', first: 1 },
      { created: 3, in_doubt: 1 },
      3,
      3,
    ],
    ['no id', { kind: 'no-id', operation: 'createCustomer', first: 1 }, { created: 3, in_doubt: 1 }, 4, 3],
    ['status 429', { kind: '429', operation: 'createCustomer', first: 2 }, { created: 4 }, 4, 0],
    [
      'a refused customer',
      { kind: 'status-before', status: 422, operation: 'createCustomer', first: 1 },
      { created: 3, rejected: 1 },
      3,
      1,
    ],
    [
      'an upload that fails once',
      { kind: 'reset-after', operation: 'uploadCustomerDocument', first: 1 },
      { created: 4 },
      4,
      0,
    ],
    [
      'a refused document',
      { kind: 'status-before', status: 422, operation: 'uploadCustomerDocument', first: 1 },
      { created: 3, rejected: 1 },
      4,
      1,
    ],
    [
      'uploads that fail eight times',
      { kind: 'status-before', status: 503, operation: 'uploadCustomerDocument', first: 8 },
      { created: 3, failed: 1 },
      4,
      1,
    ],
  ])('creates nobody twice after a fault: %s', async (_, fault, expected, created, code) => {
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

  it('uploads a corrected document from the retry file for a customer that was created before', async () => {
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

  it('uploads nothing twice, and records customers of another batch as duplicates', async () => {
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

  it('without references continues customers in the same file, and holds them in a changed file', async () => {
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

  it('without references continues customers from retry files with a corrected document', async () => {
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
    // The service refuses the new document of the first customer as well, and accepts that of the second.
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
    // The retry file of a retry file continues the same customer. Then the original has no customer left to create.
    const third = { file: again.retry, results: join(at, 'third.csv'), retry: join(at, 'third.retry.csv') };
    expect((await runIn(at, service.url, third)).exitCode).toBe(0);
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect(names(service)).toEqual(['Customer 1', 'Customer 2', 'Customer 3']);
    for (const { documents } of service.store.customers.values()) expect(documents.length).toBeGreaterThan(0);
    expect(service.store.calls.get('createCustomer')).toBe(3);
  });

  it('stops when the ledger cannot record an upload, and then creates nobody twice', async () => {
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

  it('refuses guards for amounts', async () => {
    const { service, at } = await serviceAndFolder([{}]);
    const guards = { ...NO_GUARDS, expectTotal: new Map([['GBP', '1']]) };
    await expect(runIn(at, service.url, { guards })).rejects.toThrow(/customers have no amounts/);
  });
});

describe('an identification number that a spreadsheet has shortened', () => {
  it.each(['taxIdentificationNumber', 'companyRegistrationNumber'])('is invalid: %s', async (field) => {
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
  it('is invalid in an edited retry file, and gets its missing documents from an unedited one', async () => {
    const fault: FaultSpec = { kind: '500-before', operation: 'uploadCustomerDocument' };
    const service = await sandbox({ faults: [fault] });
    const at = folder({
      'in.csv': customers(numberedCustomers(1), ['reference']),
      'statement.pdf': '%PDF-1.4 x',
    });
    await runIn(at, service.url, { haltAfter: 100 });
    expect(statuses(out(at))).toEqual({ failed: 1 });
    service.faults.clear();
    const retry = readFileSync(join(at, 'in.retry.csv'), 'utf8');
    const again = { file: join(at, 'retry.csv'), results: join(at, 'again.csv'), retry: join(at, 'r.csv') };
    writeFileSync(again.file, retry.replace('Customer 1', 'Customer One'));
    expect((await runIn(at, service.url, again)).exitCode).toBe(1);
    expect(results(again.results)[0]).toMatchObject({ status: 'invalid', errorCode: 'reference_used' });
    writeFileSync(again.file, retry);
    expect((await runIn(at, service.url, again)).exitCode).toBe(0);
    const [customer] = [...service.store.customers.values()];
    expect([service.store.customers.size, customer?.documents.length]).toEqual([1, 1]);
    expect(statuses(again.results)).toEqual({ created: 1 });
    // The original file has nothing left to create.
    expect((await runIn(at, service.url)).exitCode).toBe(0);
    expect(service.store.customers.size).toBe(1);
  });
  it('is invalid under its reference until its earlier content is back in the file', async () => {
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
