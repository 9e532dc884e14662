// Whole commands as a user sees them: standard output, standard error and exit code against golden files.
// UPDATE_GOLDENS=1 writes them again; read the difference before you commit it. A missing golden file fails.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { SandboxOptions } from '../../../src/sandbox/options.ts';
import { paybatchProcess, ROOT, serviceEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/io.ts';
import { CUSTOMER, customers, GOOD, numbered, numberedCustomers, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const GOLDEN = join(ROOT, 'test/stories/scenarios/golden');

interface Scenario {
  readonly name: string;
  readonly args: readonly string[];
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs against a separate sandbox with these options. */
  readonly service?: Partial<SandboxOptions>;
  /** Commands before it, in the same folder. */
  readonly before?: readonly (readonly string[])[];
}

const good = { 'in.csv': payouts(numbered(3)) };
const csv = (text: string | Buffer): Record<string, string | Buffer> => ({ 'in.csv': text });
const check = ['check', 'in.csv'];
const run = ['run', 'in.csv', '--ledger', 'l.db'];
const ledger = ['--ledger', 'l.db'];
/** The first of three rows may have been paid. */
const oneInDoubt = {
  files: good,
  service: { faults: [{ kind: '500-after', operation: 'createTransfer', first: 1 }] },
  before: [[...run, '--concurrency', '1']],
} satisfies Partial<Scenario>;
const header = payouts([]);

const SCENARIOS: readonly Scenario[] = [
  { name: 'help', args: ['--help'] },
  { name: 'mistyped-flag', args: ['check', 'in.csv', '--concurency', '3'] },
  { name: 'no-such-file', args: ['check', 'none.csv'] },
  { name: 'check-open-quote', args: check, files: csv(`${header}a,"b\nc,d\n`) },
  { name: 'check-mistakes', args: ['check', 'payouts-with-mistakes.csv'] },
  {
    name: 'check-guards',
    args: [...check, '--expect-count', '4', '--max-amount', 'GBP=5', '--expect-total', 'EUR=1'],
    files: good,
  },
  { name: 'map-export', args: ['map', 'samples/export/zahlungslauf.csv'] },
  {
    name: 'check-export-mistakes',
    args: [...check, '--map', 'p.json'],
    files: {
      'in.csv': 'Kreditor;Betrag;Text\n451;1.234,50;A\n;99.10;B\n000452;1,23E+15;MÃ¼ller\n',
      'p.json':
        '{"columns":{"Betrag":"receiverAmount","Text":"memo"},"constants":{"source.currency":"USDC","source.network":"ethereum","source.walletId":"16fd2706-8baf-433b-82eb-8c7fada847da","destination.currency":"EUR","destination.externalAccountId":"886313e1-3b8a-4372-9b90-0c9aee199e5d","purposeOfPayment":"PaymentForGoods"},"decimal":",","thousands":".","lookups":[{"file":"s.csv","key":"Kreditor","columns":{"id":"customerId"}}]}',
      's.csv': 'Kreditor,id\n000451,x\n000452,7c9e6679-7425-40de-944b-e07fc1f90ae7\n',
    },
  },
  {
    name: 'check-customer-mistakes',
    args: check,
    files: csv(
      customers(
        [
          {
            countryOfIncorporation: 'UK',
            email: 'nobody',
            incorporationDate: '2021-02-29',
            'documents.BankStatements': '',
            companySourceOfWealth: 'BusinesProfits',
          },
        ],
        ['naicsCode'],
      ),
    ),
  },
  {
    name: 'run-customers-document-refused',
    args: [...run, '--concurrency', '1'],
    files: { ...csv(customers(numberedCustomers(2))), 'statement.pdf': 'x' },
    service: {
      faults: [{ kind: 'status-before', status: 422, operation: 'uploadCustomerDocument', first: 1 }],
    },
  },
  {
    name: 'api-transfer-mistakes',
    args: [
      'api',
      'createTransfer',
      '--sandbox',
      '--yes',
      '--data',
      '{"amount": 5, "memmo": "x", "customerId": "1"}',
    ],
  },
  {
    name: 'api-trade',
    args: [
      'api',
      'createTrade',
      '--sandbox',
      '--yes',
      '--set',
      'sourceCurrency=USDC',
      '--set',
      'destinationCurrency=USDCT',
      '--set',
      'amount=12.50',
    ],
  },
  { name: 'funds', args: ['funds', 'samples/payouts.csv', '--sandbox'] },
  {
    name: 'funds-short',
    args: ['funds', 'in.csv'],
    files: csv(payouts(numbered(2, { useDeveloperFunds: 'true' }))),
    service: { balance: '20' },
  },
  ...['text', 'sarif'].map((format) => ({
    name: `lint-${format}`,
    args: ['lint', 'samples/lint', '--as-of', '2026-10-01', '--format', format],
  })),
  { name: 'lint-nothing', args: ['lint', 'dir'], files: { 'dir/logo.png': 'x' } },
  ...['text'].map((format) => ({
    name: `audit-${format}`,
    args: ['audit', 'samples/company', '--as-of', '2026-10-01', '--format', format],
  })),
  { name: 'audit-nothing', args: ['audit', 'dir'], files: { 'dir/logo.png': 'x' } },
  { name: 'migrate-company', args: ['migrate', 'samples/company/data', '--out', 'out'] },
  {
    name: 'rehearse-run',
    args: [
      'rehearse',
      '--json',
      '--',
      process.execPath,
      '-e',
      'fetch(process.env.PAYBATCH_BASE_URL + "/api/v1/current-tenant")',
    ],
  },
  { name: 'proxy-no-target', args: ['proxy'] },
  { name: 'settings-not-https', args: run, files: good, env: { ...serviceEnv('http://api.example.com') } },
  {
    name: 'config-file-mistyped',
    args: run,
    files: { ...good, 'paybatch.config.json': '{"concurency": 3}' },
  },
  {
    name: 'config',
    args: ['config', '--ledger', '/var/lib/paybatch/ledger.db'],
    env: serviceEnv('http://127.0.0.1:9'),
    files: { 'paybatch.config.json': '{"concurrency": 3, "profile": {"cutoffYear": 2027}}' },
  },
  { name: 'run-good', args: run, files: good, service: {} },
  {
    name: 'run-in-doubt',
    args: [...run, '--concurrency', '1'],
    files: good,
    service: { faults: [{ kind: '500-after', operation: 'createTransfer', first: 1 }] },
  },
  { name: 'run-rejected', args: [...run, '--concurrency', '1'], files: good, service: { balance: '30' } },
  {
    name: 'check-history',
    args: ['check', 'tonight.csv', '--history', ...ledger],
    files: {
      ...csv(payouts(numbered(6, { 'x-supplier': 'Acme' }), [...Object.keys(GOOD), 'x-supplier'])),
      'first.json': '{"payee": "x-supplier"}',
      'tonight.csv': payouts(
        [
          { reference: 'B-1', receiverAmount: '100.00', 'x-supplier': 'Acme' },
          { reference: 'B-2', 'x-supplier': 'ACME', 'destination.externalAccountId': CUSTOMER },
        ],
        [...Object.keys(GOOD), 'x-supplier'],
      ),
      'paybatch.config.json': '{"payee": "x-supplier", "checks": {"firstPayment": "error"}}',
    },
    service: {},
    before: [['run', 'in.csv', ...ledger, '--config', 'first.json', '--concurrency', '1']],
  },
  { name: 'run-guard', args: [...run, '--max-total', 'GBP=29.99'], files: good, service: {} },
  { name: 'ledger-show', args: ['ledger', 'show', ...ledger], files: good, service: {}, before: [run] },
  {
    name: 'run-without-ledger',
    args: [...run, '--yes'],
    files: good,
    env: serviceEnv('https://pay.example'),
  },
  { name: 'doubts', args: ['doubts', ...ledger], ...oneInDoubt },
  {
    name: 'resolve-created',
    args: [
      'resolve',
      'last',
      '--line',
      '2',
      '--as',
      'created',
      '--transfer-id',
      'T-1',
      '--reason',
      'seen',
      ...ledger,
    ],
    ...oneInDoubt,
  },
  {
    name: 'resolve-too-soon',
    args: ['resolve', 'last', '--all', '--as', 'not-created', '--reason', 'not seen', ...ledger],
    ...oneInDoubt,
  },
  {
    name: 'reconcile',
    args: ['reconcile', 'last', '--statement', 'statement.csv', '--yes', ...ledger],
    ...oneInDoubt,
    files: {
      ...good,
      'statement.csv': 'Transfer ID,Reference,Amount,Currency\nT-1,R-1,10.00,GBP\nT-2,R-9,5,GBP\n',
    },
  },
  { name: 'quote', args: ['quote', 'in.csv'], files: good, service: {} },
  { name: 'status-last', args: ['status', 'last', ...ledger], ...oneInDoubt },
  {
    name: 'status-unknown-run',
    args: ['status', 'nope', '--ledger', 'l.db'],
    files: good,
    service: {},
    before: [run],
  },
  { name: 'ledger-no-database', args: run, files: { ...good, 'l.db': 'x'.repeat(5000) }, service: {} },
];

/** Masks everything that differs from run to run. */
function masked(text: string, at: string): string {
  return text
    .replaceAll(at, '<folder>')
    .replaceAll(basename(at), '<folder>')
    .replace(/(Head +|"ledgerHead":")[0-9a-f]{64}/g, '$1<head>')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
    .replace(/\b\d{8}-\d{6}-[0-9a-f]{6}\b/g, '<run>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+Z)?/g, '<time>')
    .replace(/\d\d:\d\d UTC/g, '<time> UTC')
    .replace(/less than a minute ago/g, '<age>')
    .replace(/in \d+\.\d s/g, 'in <seconds> s')
    .replace(/"durationMs":\d+/g, '"durationMs":<ms>');
}

async function play(scenario: Scenario, said = paybatch): Promise<string> {
  const at = folder(scenario.files ?? {});
  cpSync(join(ROOT, 'samples/payouts-with-mistakes.csv'), join(at, 'payouts-with-mistakes.csv'));
  if (scenario.args.some((arg) => arg.startsWith('samples/')))
    cpSync(join(ROOT, 'samples'), join(at, 'samples'), { recursive: true });
  const service = scenario.service && (await sandbox(scenario.service));
  const env = { ...(service ? serviceEnv(service.url) : {}), ...scenario.env };
  for (const args of scenario.before ?? []) await said(at, args, env);
  const { code, stdout, stderr } = await said(at, scenario.args, env);
  return masked(
    `$ paybatch ${scenario.args.join(' ').replace(process.execPath, 'node')}\n${stdout}--- stderr\n${stderr}--- exit ${code}\n`,
    at,
  );
}

describe('the output of a command', () => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    'equals the golden file %s',
    async (name, scenario) => {
      const text = await play(scenario);
      const path = join(GOLDEN, `${name}.txt`);
      if (process.env['UPDATE_GOLDENS'] === '1') {
        mkdirSync(GOLDEN, { recursive: true });
        writeFileSync(path, text);
      }
      expect(text).toBe(readFileSync(path, 'utf8'));
      expect(text).not.toMatch(/\n\s+at .*:\d+:\d+/); // no stack trace
    },
  );

  it.each(['check-mistakes', 'run-in-doubt'])(
    'equals the golden file %s in a separate process too',
    async (name) => {
      const scenario = SCENARIOS.find((one) => one.name === name);
      if (!scenario) throw new Error(`there is no scenario ${name}`);
      expect(await play(scenario, paybatchProcess)).toBe(readFileSync(join(GOLDEN, `${name}.txt`), 'utf8'));
    },
  );
});
