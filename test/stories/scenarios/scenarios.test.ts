// Whole commands as a user sees them: standard output, standard error and exit code against golden files.
// UPDATE_GOLDENS=1 writes them anew; read the difference before you commit it. A missing one fails.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { SandboxOptions } from '../../../src/sandbox/options.ts';
import { paybatch, ROOT, serviceEnv } from '../../kit/cli.ts';
import { customers, numberedCustomers } from '../../kit/customers.ts';
import { folder } from '../../kit/folder.ts';
import { inProcess } from '../../kit/in-process.ts';
import { CUSTOMER, GOOD, numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const GOLDEN = join(ROOT, 'test/stories/scenarios/golden');

interface Scenario {
  readonly name: string;
  readonly args: readonly string[];
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs against a sandbox of its own with these options. */
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
  { name: 'help-run', args: ['run', '--help'] },
  { name: 'version', args: ['--version'] },
  { name: 'no-command', args: [] },
  { name: 'mistyped-command', args: ['chekc', 'in.csv'] },
  { name: 'mistyped-flag', args: ['check', 'in.csv', '--concurency', '3'] },
  { name: 'flag-twice', args: ['check', 'in.csv', '--results', 'a', '--results', 'b'] },
  { name: 'flag-without-value', args: ['check', 'in.csv', '--results'] },
  { name: 'file-missing-argument', args: ['check'] },
  { name: 'check-standard-input', args: ['check', '-'] },
  { name: 'check-bad-concurrency', args: ['check', 'in.csv', '--concurrency', 'abc'], files: good },
  { name: 'check-guard-of-no-currency', args: ['check', 'in.csv', '--max-amount', 'gpb=100'], files: good },
  { name: 'completion-zsh', args: ['completion', 'zsh'] },
  { name: 'audit-no-path', args: ['audit'] },
  { name: 'help-audit', args: ['audit', '--help'] },
  { name: 'word-too-many', args: ['check', 'in.csv', 'other.csv'], files: good },
  { name: 'no-such-file', args: ['check', 'none.csv'] },
  { name: 'folder-as-file', args: ['check', 'dir'], files: { 'dir/x': '' } },
  { name: 'check-good', args: check, files: good },
  { name: 'check-good-json', args: [...check, '--json'], files: good },
  { name: 'check-header-only', args: check, files: csv(header) },
  { name: 'check-empty', args: check, files: csv('') },
  { name: 'check-empty-json', args: [...check, '--json'], files: csv('') },
  {
    name: 'check-unknown-column',
    args: check,
    files: csv(header.replace('purposeOfPayment', 'purposeOfPaymnt')),
  },
  { name: 'check-amount-column', args: check, files: csv(header.replace('receiverAmount', 'amount')) },
  { name: 'check-column-twice', args: check, files: csv(header.replace('memo', 'reference')) },
  { name: 'check-customer-file', args: check, files: csv('businessLegalName,email\nX,a@b.example\n') },
  {
    name: 'check-windows-1252',
    args: check,
    files: csv(Buffer.concat([Buffer.from(header), Buffer.from([0xe4, 10])])),
  },
  { name: 'check-open-quote', args: check, files: csv(`${header}a,"b\nc,d\n`) },
  { name: 'check-mistakes', args: ['check', 'payouts-with-mistakes.csv'] },
  {
    name: 'check-guards',
    args: [...check, '--expect-count', '4', '--max-amount', 'GBP=5', '--expect-total', 'EUR=1'],
    files: good,
  },
  { name: 'check-bad-guard', args: [...check, '--max-amount', 'GBP'], files: good },
  {
    name: 'check-map',
    args: [...check, '--map', 'map.json'],
    files: {
      'in.csv': payouts(numbered(2)).replace('reference', 'Ref no'),
      'map.json': '{"Ref no":"reference"}',
    },
  },
  {
    name: 'check-export',
    args: ['check', 'samples/export/zahlungslauf.csv', '--map', 'samples/export/profile.json'],
  },
  {
    name: 'check-workbook',
    args: ['check', 'samples/export/zahlungslauf.xlsx', '--map', 'samples/export/profile.json'],
  },
  { name: 'map-export', args: ['map', 'samples/export/zahlungslauf.csv'] },
  {
    name: 'run-export',
    args: [
      'run',
      'samples/export/zahlungslauf.csv',
      '--map',
      'samples/export/profile.json',
      '--sandbox',
      '--yes',
    ],
  },
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
    name: 'check-profile-mistake',
    args: [...check, '--map', 'p.json'],
    files: { ...good, 'p.json': '{"colums": {},\n "decimal": ","}' },
  },
  {
    name: 'check-decimal-comma',
    args: check,
    files: csv(payouts([{ reference: 'A', receiverAmount: '1250,00' }])),
  },
  {
    name: 'check-unknown-currency',
    args: check,
    files: csv(payouts([{ reference: 'A', 'destination.currency': 'GBX' }])),
  },
  { name: 'check-customers', args: ['check', 'samples/customers.csv'] },
  { name: 'check-customers-earlier-shape', args: ['check', 'samples/customers-earlier-shape.csv'] },
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
  { name: 'run-customers', args: ['run', 'samples/customers.csv', '--sandbox', '--yes'] },
  {
    name: 'run-customers-document-refused',
    args: [...run, '--concurrency', '1'],
    files: { ...csv(customers(numberedCustomers(2))), 'statement.pdf': 'x' },
    service: {
      faults: [{ kind: 'status-before', status: 422, operation: 'uploadCustomerDocument', first: 1 }],
    },
  },
  {
    name: 'run-customers-in-doubt',
    args: [...run, '--concurrency', '1'],
    files: { ...csv(customers(numberedCustomers(2))), 'statement.pdf': 'x' },
    service: { faults: [{ kind: '500-after', operation: 'createCustomer', first: 1 }] },
  },
  {
    name: 'quote-customers',
    args: ['quote', 'in.csv'],
    files: { ...csv(customers([{}])), 'statement.pdf': 'x' },
    service: {},
  },
  { name: 'api-operations', args: ['api'] },
  { name: 'api-unknown', args: ['api', 'getDevelopr'] },
  { name: 'api-balances', args: ['api', 'getDeveloperBalances', '--sandbox'] },
  {
    name: 'api-transfer-without-yes',
    args: ['api', 'createTransfer', '--sandbox', '--set', 'receiverAmount=1'],
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
  { name: 'help-api', args: ['api', '--help'] },
  { name: 'funds', args: ['funds', 'samples/payouts.csv', '--sandbox'] },
  {
    name: 'funds-short',
    args: ['funds', 'in.csv'],
    files: csv(payouts(numbered(2, { useDeveloperFunds: 'true' }))),
    service: { balance: '20' },
  },
  {
    name: 'run-require-funds',
    args: [...run, '--require-funds'],
    files: csv(payouts(numbered(2, { useDeveloperFunds: 'true' }))),
    service: { balance: '20' },
  },
  {
    name: 'run-funds-warning',
    args: [...run, '--concurrency', '1'],
    files: csv(payouts(numbered(2, { useDeveloperFunds: 'true' }))),
    service: { balance: '20' },
  },
  { name: 'spec-json-schema', args: ['spec', '--json-schema', 'transferDocument'] },
  { name: 'spec-unknown-schema', args: ['spec', '--json-schema', 'transfers'] },
  ...['text', 'json', 'sarif', 'github', 'csv', 'markdown'].map((format) => ({
    name: `lint-${format}`,
    args: ['lint', 'samples/lint', '--as-of', '2026-10-01', '--format', format],
  })),
  {
    name: 'lint-explain',
    args: ['lint', 'samples/lint/integration.ts', '--as-of', '2026-11-02', '--explain'],
  },
  {
    name: 'lint-csv-file',
    args: ['lint', 'samples/customers-earlier-shape.csv', '--as-of', '2026-10-30', '--fail-on', 'error'],
  },
  { name: 'lint-rules', args: ['lint', '--rules'] },
  { name: 'lint-nothing', args: ['lint', 'dir'], files: { 'dir/logo.png': 'x' } },
  { name: 'lint-no-path', args: ['lint'] },
  { name: 'lint-clean', args: ['lint', 'in.csv', '--as-of', '2026-10-01'], files: good },
  ...['text', 'json', 'markdown', 'html'].map((format) => ({
    name: `audit-${format}`,
    args: ['audit', 'samples/company', '--as-of', '2026-10-01', '--format', format],
  })),
  { name: 'audit-nothing', args: ['audit', 'dir'], files: { 'dir/logo.png': 'x' } },
  { name: 'audit-clean', args: ['audit', 'in.csv', '--as-of', '2026-10-01'], files: good },
  { name: 'migrate-company', args: ['migrate', 'samples/company/data', '--out', 'out'] },
  { name: 'migrate-check', args: ['migrate', 'samples/customers-earlier-shape.csv', '--check'] },
  {
    name: 'migrate-told',
    args: ['migrate', 'samples/company/data/payouts.csv', '--out', 'out', '--amount-is-receiver-amount'],
  },
  { name: 'migrate-no-out', args: ['migrate', 'in.csv'], files: good },
  { name: 'help-migrate', args: ['migrate', '--help'] },
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
  { name: 'rehearse-no-command', args: ['rehearse'] },
  { name: 'proxy-no-target', args: ['proxy'] },
  { name: 'help-lint', args: ['lint', '--help'] },
  { name: 'settings-missing', args: run, files: good },
  { name: 'settings-not-https', args: run, files: good, env: { ...serviceEnv('http://api.example.com') } },
  {
    name: 'config-file-mistyped',
    args: run,
    files: { ...good, 'paybatch.config.json': '{"concurency": 3}' },
  },
  { name: 'config-file-secret', args: run, files: { ...good, 'paybatch.config.json': '{"apiSecret": "x"}' } },
  {
    name: 'config',
    args: ['config', '--ledger', '/var/lib/paybatch/ledger.db'],
    env: serviceEnv('http://127.0.0.1:9'),
    files: { 'paybatch.config.json': '{"concurrency": 3, "profile": {"cutoffYear": 2027}}' },
  },
  { name: 'run-good', args: run, files: good, service: {} },
  { name: 'run-good-json', args: [...run, '--json'], files: good, service: {} },
  { name: 'run-again', args: run, files: good, service: {}, before: [run] },
  {
    name: 'run-wrong-credentials',
    args: run,
    files: good,
    service: {},
    env: { PAYBATCH_API_SECRET: 'not-the-secret' },
  },
  {
    name: 'run-in-doubt',
    args: [...run, '--concurrency', '1'],
    files: good,
    service: { faults: [{ kind: '500-after', operation: 'createTransfer', first: 1 }] },
  },
  { name: 'run-rejected', args: [...run, '--concurrency', '1'], files: good, service: { balance: '30' } },
  {
    name: 'run-short-of-funds',
    args: [...run, '--concurrency', '1', '--halt-after', '2'],
    files: csv(payouts(numbered(8))),
    service: { balance: '30' },
  },
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
  {
    name: 'run-sandbox-balance',
    args: ['run', 'in.csv', '--sandbox', '--balance', 'USDC=30', '--concurrency', '1', '--yes'],
    files: good,
  },
  { name: 'run-header-only', args: run, files: csv(header), env: serviceEnv('http://127.0.0.1:9') },
  {
    name: 'run-unreachable',
    args: [...run, '--concurrency', '1', '--halt-after', '1'],
    files: good,
    env: serviceEnv('http://127.0.0.1:9'),
  },
  { name: 'run-guard', args: [...run, '--max-total', 'GBP=29.99'], files: good, service: {} },
  { name: 'ledger-init', args: ['ledger', 'init', ...ledger] },
  { name: 'ledger-init-twice', args: ['ledger', 'init', ...ledger], before: [['ledger', 'init', ...ledger]] },
  { name: 'ledger-show', args: ['ledger', 'show', ...ledger], files: good, service: {}, before: [run] },
  { name: 'ledger-show-none', args: ['ledger', 'show', ...ledger] },
  { name: 'ledger-mistyped', args: ['ledger', 'shwo', ...ledger] },
  {
    name: 'run-without-ledger',
    args: [...run, '--yes'],
    files: good,
    env: serviceEnv('https://pay.example'),
  },
  { name: 'doubts', args: ['doubts', ...ledger], ...oneInDoubt },
  { name: 'doubts-csv', args: ['doubts', '--csv', ...ledger], ...oneInDoubt },
  { name: 'doubts-none', args: ['doubts', ...ledger], before: [['ledger', 'init', ...ledger]], service: {} },
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
    name: 'resolve-not-in-doubt',
    args: [
      'resolve',
      'last',
      '--line',
      '3',
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
    name: 'reconcile',
    args: ['reconcile', 'last', '--statement', 'statement.csv', '--yes', ...ledger],
    ...oneInDoubt,
    files: {
      ...good,
      'statement.csv': 'Transfer ID,Reference,Amount,Currency\nT-1,R-1,10.00,GBP\nT-2,R-9,5,GBP\n',
    },
  },
  {
    name: 'reconcile-one-line',
    args: ['reconcile', 'last', '--statement', 'statement.csv', '--yes', ...ledger],
    ...oneInDoubt,
    files: { ...good, 'statement.csv': 'Transfer ID,Reference\nT-2,R-9\n' },
  },
  {
    name: 'reconcile-no-id',
    args: ['reconcile', 'last', '--statement', 'statement.csv', ...ledger],
    ...oneInDoubt,
    files: { ...good, 'statement.csv': 'Datum,Betrag\n2026-01-01,5\n' },
  },
  { name: 'help-resolve', args: ['resolve', '--help'] },
  { name: 'help-reconcile', args: ['reconcile', '--help'] },
  { name: 'quote', args: ['quote', 'in.csv'], files: good, service: {} },
  { name: 'status', args: ['status', '--ledger', 'l.db'], files: good, service: {}, before: [run] },
  { name: 'status-last', args: ['status', 'last', ...ledger], ...oneInDoubt },
  { name: 'status-mistyped', args: ['status', 'last', '--status', 'indoubt', ...ledger], ...oneInDoubt },
  {
    name: 'status-unknown-run',
    args: ['status', 'nope', '--ledger', 'l.db'],
    files: good,
    service: {},
    before: [run],
  },
  { name: 'status-no-ledger', args: ['status', '--ledger', 'none.db'], service: {} },
  {
    name: 'resolve-without-reason',
    args: ['resolve', 'X', '--line', '2', '--as', 'created', '--transfer-id', 'T', '--ledger', 'l.db'],
    service: {},
  },
  { name: 'ledger-no-database', args: run, files: { ...good, 'l.db': 'x'.repeat(5000) }, service: {} },
];

/** What differs from run to run is masked; everything else has to be the same. */
function masked(text: string, at: string): string {
  return text
    .replaceAll(at, '<folder>')
    .replaceAll(basename(at), '<folder>')
    .replace(/"place": \[[^\]]*\]/, '"place": ["<hashes>"]')
    .replace(/(Head +|"ledgerHead":")[0-9a-f]{64}/g, '$1<head>')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
    .replace(/\b\d{8}-\d{6}-[0-9a-f]{6}\b/g, '<run>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+Z)?/g, '<time>')
    .replace(/\d\d:\d\d UTC/g, '<time> UTC')
    .replace(/(?<= )\d min(?=  )/g, '<age>')
    .replace(/in \d+\.\d s/g, 'in <seconds> s')
    .replace(/"durationMs":\d+/g, '"durationMs":<ms>');
}

async function play(scenario: Scenario, said = inProcess): Promise<string> {
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

describe('scenarios', () => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('%s', async (name, scenario) => {
    const text = await play(scenario);
    const path = join(GOLDEN, `${name}.txt`);
    if (process.env['UPDATE_GOLDENS'] === '1') {
      mkdirSync(GOLDEN, { recursive: true });
      writeFileSync(path, text);
    }
    expect(text).toBe(readFileSync(path, 'utf8'));
    expect(text).not.toMatch(/\n\s+at .*:\d+:\d+/); // no stack trace, ever
  });

  it.each(['help-run', 'check-mistakes', 'run-export', 'run-in-doubt', 'doubts'])(
    '%s: a process of its own says the same',
    async (name) => {
      const scenario = SCENARIOS.find((one) => one.name === name);
      if (!scenario) throw new Error(`there is no scenario ${name}`);
      expect(await play(scenario, paybatch)).toBe(readFileSync(join(GOLDEN, `${name}.txt`), 'utf8'));
    },
  );

  it('the harness notices a wrong exit code and a wrong line', async () => {
    const text = await play({ name: 'x', args: check, files: good });
    const golden = readFileSync(join(GOLDEN, 'check-good.txt'), 'utf8');
    expect(text).toBe(golden);
    expect(text).not.toBe(golden.replace('exit 0', 'exit 1'));
    expect(text).not.toBe(golden.replace('3 rows', '4 rows'));
  });
});
