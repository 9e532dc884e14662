// paybatch api validates each body, asks before a call that moves money, and records in the ledger every call that
// creates something.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, vi } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { DEFAULT_PROFILE } from '../../src/interface/profile.ts';
import { type ApiSetup, NEW_CUSTOMER, setUpApi, TRADE, TRANSFER, whole } from '../kit/api.ts';
import { ended, serviceEnv, start } from '../kit/cli.ts';
import { fakeIo, paybatch } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';

describe('the body of an api call', () => {
  it.each<[string, string[], string]>([
    [
      'keeps text as text',
      ['createTransfer', '--yes', '--set', 'receiverAmount=1', '--set', 'memo=123'],
      '"memo":"123"',
    ],
    [
      'keeps all digits of an amount from --set',
      ['createTransfer', '--yes', '--set', 'receiverAmount=12345678901234567.10'],
      '"receiverAmount":12345678901234567.10',
    ],
    [
      'keeps all digits of an amount from --data',
      ['createTransfer', '--yes', '--data', '{"receiverAmount": 0.10}'],
      '"receiverAmount":0.10',
    ],
    [
      'sends true as a boolean',
      ['createTransfer', '--yes', '--set', 'receiverAmount=1', '--set', 'useDeveloperFunds=true'],
      '"useDeveloperFunds":true',
    ],
    [
      'merges nested fields of --set into --data',
      [
        'createTransfer',
        '--yes',
        '--data',
        '{"receiverAmount":1,"source":{"network":"ethereum"}}',
        '--set',
        'source.currency=USDC',
      ],
      '"source":{"currency":"USDC","network":"ethereum",',
    ],
  ])('%s', async (_, args, expected) => {
    const { service, api } = await setUpApi();
    service.store.credit('USDC', '99999999999999999999');
    const wealthy = args.some((arg) => arg.includes('12345678901234567'));
    const { code, err } = await api(wealthy ? [...args, '--set', 'useDeveloperFunds=true'] : args);
    expect(code, err).toBe(0);
    expect(service.store.transfers[0]?.body).toContain(expected);
  });
  it('may come from a file, but not from --data as well', async () => {
    const { at, service, api } = await setUpApi();
    writeFileSync(join(at, 'body.json'), '{"receiverAmount": 3}');
    expect((await api(['quoteTransfer', '--file', join(at, 'body.json')])).code).toBe(0);
    expect(service.store.calls.get('quoteTransfer')).toBe(1);
    const two = await api(['quoteTransfer', '--file', join(at, 'body.json'), '--data', '{}']);
    expect([two.code, two.err]).toEqual([2, expect.stringContaining('--data and --file both give the body')]);
  });
  it('comes from standard input with --data -', async () => {
    const { service, api } = await setUpApi();
    expect(
      (
        await api(['quoteTransfer', '--data', '-'], {
          readInput: () => Promise.resolve(Buffer.from('{"receiverAmount": 3}')),
        })
      ).code,
    ).toBe(0);
    expect(service.store.calls.get('quoteTransfer')).toBe(1);
  });
  it.each<[string[], RegExp]>([
    [
      ['createTransfer', '--yes', '--set', 'amount=5'],
      /amount: was removed by release 1\.30\.0: use receiverAmount/,
    ],
    [['quoteTransfer', '--data', '{"amount": 5, "receiverAmount": 5}'], /amount: was removed/],
    [['createTransfer', '--yes', '--data', '{"receiverAmount": "5"}'], /is text: expected a JSON number/],
    [['createTransfer', '--yes'], /receiverAmount: is missing/],
    ...['-1', '07', '00.5', '000', '-07', '01.00', '1e3'].map((amount): [string[], RegExp] => [
      ['createTransfer', '--yes', '--set', `receiverAmount=${amount}`],
      /receiverAmount: must be a number like .* or a leading zero/,
    ]),
    [
      [
        'createTransfer',
        '--yes',
        '--data',
        '{"receiverAmount":1,"documents":["data:text/plain;base64,AAAA"]}',
      ],
      /must be an ID like/,
    ],
    [
      ['createCustomer', '--set', 'transactionBreakdown.transactionTypes=x'],
      /transactionBreakdown.transactionTypes: was removed/,
    ],
    [['createCustomer', '--set', 'countryOfIncorporation=XX'], /not an ISO 3166-1 country code/],
    [
      ['createCustomer', '--set', 'accountFundingSourceOther=x'],
      /explains accountFundingSource, but accountFundingSource is empty/,
    ],
    [
      ['uploadCustomerDocument', '--set', 'customerId=1', '--set', 'documentType=AmlPolicy'],
      /removed by release 1\.32\.0/,
    ],
    [
      ['uploadCustomerDocument', '--set', 'documentType=BankStatements'],
      /customerId is missing: add --set customerId=VALUE/,
    ],
    [['getCryptoInstruction', '--set', 'network=ethereum'], /asset is missing/],
    [
      ['createTrade', '--yes', '--set', 'sourceCurrency=USDC', '--set', 'destinationCurrency=USDC'],
      /trades swap USDC and USDCT/,
    ],
    ...['0.1234567', '0', '-5', '1e1', '"1,000"', '1,000', '', 'null'].map((amount): [string[], RegExp] => [
      [...TRADE.slice(0, -1), `amount=${amount}`, '--yes'],
      /createTrade: amount: ("0.1234567" has 7 digits|is missing|must be a number|must be above zero)/,
    ]),
    [[...TRADE.slice(0, -2), '--yes'], /amount: is missing: it is required.*profile\.tradeAmountField/],
    [['quoteTrade', '--set', 'sourceCurrency=USDC', '--set', 'amount=0'], /amount: must be above zero/],
    [['quoteTrade', '--set', 'sourceCurrency=BTC'], /trades swap USDC and USDCT/],
    ...['receiverAmount=2', 'receiverAmount.of=2'].map((second): [string[], RegExp] => [
      ['createTransfer', '--yes', '--set', 'receiverAmount=1', '--set', second],
      /another --set already sets receiverAmount: remove one/,
    ]),
    [
      ['quoteTransfer', '--set', 'receiverAmount=1', '--set', 'source.currency=USDC', '--set', 'source={}'],
      /another --set already sets source\.currency/,
    ],
    [['quoteTransfer', '--data', '{'], /--data: not JSON/],
    [['quoteTransfer', '--data', '[]'], /expected a JSON object/],
    [['quoteTransfer', '--set', 'x'], /expected path=value/],
    [['uploadTransferDocument', '--file', 'none.pdf'], /none\.pdf: does not exist|the file does not exist/],
    [['getDeveloper', '--set', 'x=1'], /takes no body/],
    [['getDevelopr'], /did you mean getDeveloper/],
  ])('%j is refused before anything is sent', async (args, expected) => {
    const { service, api } = await setUpApi();
    const { code, err } = await api(args);
    expect(err).toMatch(expected);
    expect(code).toBe(2);
    expect(service.store.calls.size).toBe(0);
  });
});

describe('a call that creates something, checked like a row of a file', () => {
  const CLOSED = {
    closedCurrencies: true,
    purposeOfPayment: { values: ['PaymentForGoods'], closed: true },
    requiredTransferFields: ['reference', 'documents'],
    requiredCustomerFields: ['businessLegalName', 'email'],
    accountFundingSource: { values: ['OperatingIncome'], closed: true },
  };
  const transfer = (...sets: string[]): string[] => [
    'createTransfer',
    '--yes',
    ...(sets.some((set) => set.startsWith('receiverAmount=')) ? sets : ['receiverAmount=1', ...sets]).flatMap(
      (set) => ['--set', set],
    ),
  ];
  const refused = async (args: string[], expected: RegExp, profile: object = {}): Promise<void> => {
    const { service, at, api } = await setUpApi();
    writeFileSync(join(at, 'paybatch.config.json'), JSON.stringify({ profile }));
    const { code, err } = await api(args);
    expect([code, err]).toEqual([2, expect.stringMatching(expected)]);
    expect(service.store.calls.size).toBe(0);
  };
  it.each([
    ['5.5', 'JPY', 'JPY has none'],
    ['6.123', 'GBP', 'GBP has at most 2'],
    ['1.1234567', 'USDC', 'USDC has at most 6'],
    ['1.1234567890123456789', 'XQX', 'XQX has at most 18'],
  ])('is refused with too many decimals in its amount: %s %s', (amount, currency, why) =>
    refused(
      transfer(`receiverAmount=${amount}`, `destination.currency=${currency}`),
      new RegExp(`receiverAmount: "${amount}" has \\d+ digits? after the point; ${why}`),
    ),
  );
  it.each<[string[], RegExp]>([
    [transfer('purposeOfPayment=Gifts'), /purposeOfPayment: "Gifts" is not among .*PaymentForGoods/],
    [transfer('destination.currency=GBPP'), /destination\.currency: "GBPP" is not a currency/],
    [transfer(), /--reference: is missing: it is required.*\n.*documents: is missing/],
    [['createCustomer', '--set', 'businessLegalName=X'], /email: is missing: it is required \(profile/],
    [
      [...NEW_CUSTOMER, '--set', 'email=a@b.example', '--set', 'accountFundingSource=Savings'],
      /accountFundingSource: "Savings" is not among/,
    ],
  ])('is refused by a rule of the profile: %j', (args, expected) => refused(args, expected, CLOSED));
  it.each<[string[], RegExp]>([
    [['createCustomer', '--set', 'email=a@b.example'], /businessLegalName: is missing/],
    [[...NEW_CUSTOMER, '--set', 'taxIdentificationNumber=1.2E+11'], /taxIdentificationNumber: .*shortened/],
    [[...NEW_CUSTOMER, '--set', 'contactPerson.phoneNumber=+1'], /contactPerson\.phoneNumber: /],
    [[...NEW_CUSTOMER, '--reference', ' '], /--reference: is missing/],
    [[...TRADE, '--yes', '--reference', '#REF!'], /--reference: "#REF!" is an error/],
    [[...transfer(), '--data', '{"memo":"a\\u0000b"}'], /memo: contains a NUL character/],
    [
      [...TRADE, '--yes', '--data', '{"note":{"texts":["a","\\ud800"]}}'],
      /note\.texts\.1: contains .*lone surrogate/,
    ],
    [[...NEW_CUSTOMER, '--set', 'reference=C9'], /reference: is not a field .*did you mean --reference\?/],
    [transfer('source.curency=USDC'), /source\.curency: .*did you mean source\.currency\?/],
    [
      [...transfer(), '--data', '{"source.currency":"USDC"}'],
      /source\.currency: is not a field of createTransfer\. Nothing/,
    ],
    [transfer('useDeveloperFunds="true"'), /useDeveloperFunds: .*boolean/],
  ])('is refused with the default profile: %j', (args, expected) => refused(args, expected));
  it('is sent with the warnings that a row would have', async () => {
    const { service, api } = await setUpApi();
    const { code, err } = await api(
      transfer('destination.currency=XQX', 'purposeOfPayment=Gifts', 'memo=a\u0085b'),
    );
    expect(code, err).toBe(0);
    expect(err).toMatch(/warning: destination\.currency "XQX" is not a currency .*It is sent unchanged/);
    expect(err).toMatch(/warning: purposeOfPayment "Gifts" is not among/);
    expect(err).toMatch(/warning: memo .*control character/);
    expect(service.store.transfers).toHaveLength(1);
  });
  it('is sent with a trimmed currency, an untrimmed memo and its document ids', async () => {
    const { service, at, api } = await setUpApi();
    writeFileSync(join(at, 'a.pdf'), '%PDF-1.4');
    const upload = await api(['uploadTransferDocument', '--file', 'a.pdf']);
    const { documentId } = JSON.parse(upload.out) as { documentId: string };
    const sets = ['destination.currency= GBP ', 'memo= rent ', `documents=${documentId}`];
    expect((await api(transfer(...sets))).code).toBe(0);
    expect(JSON.parse(service.store.transfers[0]?.body ?? '')).toMatchObject({
      destination: { currency: 'GBP' },
      memo: ' rent ',
      documents: [documentId],
    });
  });
});

describe('a call that moves money or creates a customer', () => {
  it.each([[TRANSFER], [TRADE]])('needs --yes without a terminal: %j', async (args) => {
    const { service, api } = await setUpApi();
    const { code, err } = await api(args);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/moves money: without a terminal, --yes is required\. Nothing was sent/),
    ]);
    expect(service.store.calls.size).toBe(0);
  });
  it('is confirmed on a terminal, where the answer no sends nothing', async () => {
    const { service, api } = await setUpApi();
    const no = await api(TRANSFER, { interactive: true, answer: 'no' });
    expect([no.code, no.asked.length]).toEqual([2, 1]);
    expect(no.asked[0]).toMatch(/createTransfer \{"receiverAmount":12\.50.*\? Type yes:/);
    expect(service.store.transfers).toHaveLength(0);
    expect((await api(TRANSFER, { interactive: true, answer: 'yes' })).code).toBe(0);
    expect(service.store.transfers).toHaveLength(1);
  });
  it('is sent once: a repeat prints the recorded response, and a possible duplicate needs --alike-ok', async () => {
    const { service, api } = await setUpApi();
    const first = await api([...TRANSFER, '--yes']);
    const again = await api([...TRANSFER, '--yes']);
    expect([first.code, again.code]).toEqual([0, 0]);
    expect(again.out).toBe(first.out);
    expect(again.err).toMatch(/created before/);
    expect(service.store.transfers).toHaveLength(1);
    const second = [...TRANSFER, '--yes', '--batch-id', 'second'];
    expect((await api(second)).err).toMatch(/possible duplicate of line 1 of run .*--alike-ok/);
    expect(service.store.transfers).toHaveLength(1);
    expect((await api([...second, '--alike-ok'])).code).toBe(0);
    expect(service.store.transfers).toHaveLength(2);
  });
  it.each<[string, (one: ApiSetup) => Promise<number>]>([
    ['another call', async ({ api }) => (await api([...TRANSFER, '--yes', '--reference', 'B'])).code],
    [
      'a row of a file',
      ({ service, at }) => {
        const row = { reference: 'B', receiverAmount: '12.5' };
        writeFileSync(join(at, 'in.csv'), payouts([row]));
        const io = fakeIo(at, serviceEnv(service.url));
        return program(['run', join(at, 'in.csv'), '--yes', '--ledger', join(at, 'l.db')], io);
      },
    ],
  ])('is held if %s with the same content is paid while the question is open', async (_, other) => {
    const one = await setUpApi();
    const { service, api } = one;
    // The other payment is made while the question waits for an answer.
    const meanwhile = {
      interactive: true,
      ask: async (): Promise<string> => {
        expect(await other(one)).toBe(0);
        return 'yes';
      },
    };
    const { code, err } = await api([...TRANSFER, '--reference', 'A'], meanwhile);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/not_sent: possible duplicate of line \d of run \S+ .* --alike-ok/),
    ]);
    expect(service.store.transfers).toHaveLength(1);
    expect((await api([...TRANSFER, '--yes', '--reference', 'A', '--alike-ok'])).code).toBe(0);
    expect(service.store.transfers).toHaveLength(2);
  });
  it('is in doubt if the process is killed during a slow response, and is never sent twice', async () => {
    const { service, at } = await setUpApi([{ kind: 'slow', operation: 'createTransfer', ms: 60_000 }]);
    const args = ['api', ...whole(TRANSFER), '--yes', '--ledger', 'l.db'];
    const child = start(at, args, serviceEnv(service.url));
    const gone = ended(child);
    await vi.waitFor(() => expect(service.store.transfers).toHaveLength(1), { timeout: 20_000 });
    child.kill('SIGKILL');
    await gone;
    service.faults.clear();
    for (let again = 0; again < 2; again++) {
      const { code, stderr } = await paybatch(at, args, serviceEnv(service.url));
      expect([code, stderr]).toEqual([
        3,
        expect.stringMatching(
          /in_doubt: run (\S+) \(line 1\) may have sent this request.*paybatch resolve --ledger \S+ \1 --line 1 --reason ".*--transfer-id ID/,
        ),
      ]);
    }
    expect(service.store.calls.get('createTransfer')).toBe(1);
    // Nor with another batch id.
    const other = await paybatch(at, [...args, '--batch-id', 'other'], serviceEnv(service.url));
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringMatching(
        /not_sent: possible duplicate of line 1 of run \S+ \(.*in doubt since .*\): the content is the same\. It is held \(not sent\)\. First resolve line 1/,
      ),
    ]);
    expect(other.stderr).not.toContain('the original made them');
    expect(service.store.calls.get('createTransfer')).toBe(1);
  });
  it.each([
    ['one signal: it finishes', [NEW_CUSTOMER, 'createCustomer', 300, 1, 0]],
    ['one signal: it finishes', [TRANSFER, 'createTransfer', 300, 1, 0]],
    ['two signals: it ends at once, in doubt', [TRANSFER, 'createTransfer', 60_000, 2, 3]],
  ] as const)('prints its result after %s', async (_, [args, operation, ms, signals, expected]) => {
    const { service, api } = await setUpApi([{ kind: 'slow', operation, ms }]);
    let signal: (name: string) => void = () => undefined;
    const going = api([...args, '--yes'], { onSignal: (listener) => (signal = listener) });
    await vi.waitFor(() => expect(service.store.calls.get(operation)).toBe(1), { timeout: 20_000 });
    for (let sent = 0; sent < signals; sent++) signal('SIGTERM');
    const { code, out, err } = await going;
    expect(code).toBe(expected);
    expect(err).toContain('SIGTERM: the request in progress finishes (once more stops at once)');
    if (signals === 1) expect(JSON.parse(out)).toHaveProperty('id');
    else expect(err).toContain('in_doubt: ');
  });
  it('is not sent after a signal that came before its request', async () => {
    const { service, api } = await setUpApi();
    let signal: (name: string) => void = () => undefined;
    const ask = (): Promise<string> => {
      signal('SIGTERM');
      return Promise.resolve('yes');
    };
    const more = { interactive: true, ask, onSignal: (listener: typeof signal) => (signal = listener) };
    const { code, err } = await api(TRANSFER, more);
    expect([code, err]).toEqual([4, expect.stringContaining('not_sent: ')]);
    expect(service.store.transfers).toHaveLength(0);
    expect((await api([...TRANSFER, '--yes'])).code).toBe(0);
  });
  it('has a tag in its memo if the profile sets memoTag, and is recognized without that setting', async () => {
    const { service, at, api } = await setUpApi();
    const config = join(at, 'paybatch.config.json');
    writeFileSync(config, '{"profile":{"memoTag":true}}');
    expect((await api([...TRANSFER, '--yes', '--set', 'memo=rent'])).code).toBe(0);
    expect(service.store.transfers[0]?.memo).toMatch(/^rent pb-[0-9a-f]{10}$/);
    rmSync(config);
    expect((await api([...TRANSFER, '--yes', '--set', 'memo=rent'])).err).toContain('created before');
    expect(service.store.transfers).toHaveLength(1);
  });
  it.each([
    [TRANSFER, 'createTransfer'],
    [TRADE, 'createTrade'],
    [['createCustomer', '--set', 'businessLegalName=X'], 'createCustomer'],
  ] as const)(
    'is in doubt after a broken connection, and is resent only after a resolution: %j',
    async (args, operation) => {
      const { service, api, at } = await setUpApi([{ kind: 'reset-after', operation, first: 1 }]);
      const first = await api([...args, '--yes']);
      expect([first.code, first.err]).toEqual([
        3,
        expect.stringMatching(
          /in_doubt: .*paybatch resolve --ledger \S+ \S+ --line 1 --reason ".*--as created --\S+-id ID/,
        ),
      ]);
      const again = await api([...args, '--yes']);
      expect([again.code, service.store.calls.get(operation)]).toEqual([3, 1]);
      const run = /paybatch resolve --ledger \S+ (\S+)/.exec(again.err)?.[1] ?? '';
      const io = fakeIo(at, serviceEnv(service.url));
      const resolve = [
        'resolve',
        run,
        '--line',
        '1',
        '--as',
        'not-created',
        '--reason',
        'asked',
        '--sure',
        '--ledger',
        join(at, 'l.db'),
      ];
      expect(await program(resolve, io), io.said.err).toBe(0);
      expect((await api([...args, '--yes'])).code).toBe(0);
      expect(service.store.calls.get(operation)).toBe(2);
    },
  );
  it('is refused without the transfer fields that the profile requires', async () => {
    const { service, api } = await setUpApi();
    const { code, err } = await api(['createTransfer', '--bare', '--yes', '--data', '{"receiverAmount":1}']);
    expect(code).toBe(2);
    for (const path of DEFAULT_PROFILE.requiredTransferFields) expect(err).toContain(`${path}: is missing`);
    expect(service.store.calls.size).toBe(0);
  });
  it('is not sent if it is a trade without a quote; otherwise the quote is printed first', async () => {
    const { service, api } = await setUpApi([
      { kind: 'status-before', status: 422, operation: 'quoteTrade', first: 1 },
    ]);
    expect((await api([...TRADE, '--yes'])).code).toBe(1);
    expect(service.store.trades).toHaveLength(0);
    const done = await api([...TRADE, '--yes']);
    expect([done.code, done.err]).toEqual([0, expect.stringMatching(/^Quote: .*"rate"/)]);
    expect(service.store.trades).toHaveLength(1);
  });
  it("exits 1 with the service's message and response if the service refuses it", async () => {
    const { api } = await setUpApi();
    const { code, err, out } = await api(['createTransfer', '--yes', '--set', 'receiverAmount=99999999']);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /rejected: createTransfer: HTTP 422, the service's message: "the balance does not cover/,
      ),
    ]);
    expect(JSON.parse(out)).toMatchObject({ code: 'insufficient_funds' });
  });
});

it('an api call exits 4 if it cannot connect to the service', async () => {
  const { service, api } = await setUpApi();
  await service.stop();
  // All at once, because each call retries for seconds.
  const calls = [TRANSFER, TRADE, NEW_CUSTOMER, ['getDeveloperBalances'], ['token']];
  const ends = await Promise.all(calls.map((args) => api([...args, '--yes', '--json'])));
  expect(ends.map(({ code }) => code)).toEqual([4, 4, 4, 4, 4]);
  const end = { status: 'failed', errorCode: 'connection_refused', exitCode: 4 };
  for (const at of [0, 2, 3]) expect(JSON.parse(ends[at]?.out ?? '')).toMatchObject(end);
  for (const at of [1, 4]) expect(JSON.parse(ends[at]?.out ?? '')).toMatchObject({ exitCode: 4 });
});

describe('api --json', () => {
  const INVALID = [...TRANSFER, '--set', 'memo=other', '--reference', 'A'];
  it.each([
    ['held', [...TRANSFER, '--batch-id', 'other'], 'not_sent', 'alike', 1],
    ['invalid', INVALID, 'invalid', 'reference_used', 1],
    ['in doubt', ['createTransfer', '--set', 'receiverAmount=3'], 'in_doubt', 'closed', 3],
  ])(
    'prints one object for a call that is %s and has no response',
    async (_, args, status, errorCode, exitCode) => {
      const { service, api } = await setUpApi();
      expect((await api([...TRANSFER, '--yes', '--reference', 'A'])).code).toBe(0);
      service.faults.add({ kind: 'reset-after', operation: 'createTransfer', first: 1 });
      const { code, out, err } = await api([...args, '--yes', '--json']);
      const end = JSON.parse(out) as { message: string };
      expect(end).toEqual({ status, errorCode, message: expect.any(String) as string, exitCode });
      expect([code, err]).toEqual([exitCode, expect.stringContaining(end.message)]);
    },
  );
  it('prints the status created for a call that was resolved as created', async () => {
    const { service, at, api } = await setUpApi([
      { kind: 'reset-after', operation: 'createTransfer', first: 1 },
    ]);
    await api([...TRANSFER, '--yes']);
    const resolve = ['resolve', 'last', '--line', '1', '--as', 'created', '--transfer-id', 'T-1'];
    const io = fakeIo(at, serviceEnv(service.url));
    expect(await program([...resolve, '--reason', 'seen', '--ledger', join(at, 'l.db')], io)).toBe(0);
    const { out } = await api([...TRANSFER, '--yes', '--json']);
    const message = 'created before (T-1): nothing was sent now';
    expect(JSON.parse(out)).toEqual({ status: 'created', errorCode: '', message, exitCode: 0 });
  });
});

describe('the list of operations', () => {
  it('shows parameters in the paths of the table, and lists them in JSON', async () => {
    const { api } = await setUpApi();
    expect((await api([])).out).toMatch(
      /^getCryptoInstruction +GET +\/api\/v1\/developer\/crypto-instruction\/\{network\}\/\{asset\}$/m,
    );
    const { operations } = JSON.parse((await api(['--json'])).out) as { operations: object[] };
    expect(operations).toHaveLength(15);
    expect(operations).toContainEqual({
      operation: 'uploadCustomerDocument',
      method: 'POST',
      path: '/api/v1/customers/{customerId}/documents',
      parameters: ['customerId'],
    });
  });
});

describe('a printed response', () => {
  it('is JSON, and is indented only on a terminal without --json', async () => {
    const { api } = await setUpApi();
    const plain = await api(['getDeveloperBalances']);
    expect(JSON.parse(plain.out)).toHaveProperty('balances');
    expect((await api(['getDeveloperBalances'], { outTerminal: true })).out).toMatch(
      /^{\n {2}"balances": \[\n {4}{\n {6}"currency": "USDC",\n/,
    );
    expect((await api(['getDeveloperBalances', '--json'], { outTerminal: true })).out).toBe(plain.out);
  });
  it('masks the token of the token operation', async () => {
    const { service, api } = await setUpApi();
    const { out, code } = await api(['token']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ token: '********' });
    for (const token of service.store.tokens.keys()) expect(out).not.toContain(token);
  });
});

// References of single calls follow the rules of references of rows.

describe('the reference of a single call', () => {
  it.each([
    ['inv-7', 'case'],
    [' INV-7', 'a leading space'],
    ['ＩＮＶ-7', 'character width'],
    ['00INV-7', 'leading zeros'],
    ['INV -7', 'an inner space'],
  ])('is refused if %j differs from a paid reference only in %s', async (reference) => {
    const { service, api } = await setUpApi();
    expect((await api([...TRANSFER, '--yes', '--reference', 'INV-7'])).code).toBe(0);
    const other = ['createTransfer', '--set', 'receiverAmount=77', '--yes', '--reference', reference];
    const { code, err } = await api(other);
    expect(service.store.transfers).toHaveLength(1);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /invalid: (the reference differs from "INV-7"|already paid: [\d.]+ \w+ under this reference in run)/,
      ),
    ]);
  });
  it('is compared with references of files, and theirs are compared with it', async () => {
    const { service, at, api } = await setUpApi();
    const run = async (reference: string, receiverAmount: string): Promise<string> => {
      writeFileSync(join(at, 'in.csv'), payouts([{ ...numbered(1)[0], reference, receiverAmount }]));
      const io = fakeIo(at, serviceEnv(service.url));
      await program(['run', join(at, 'in.csv'), '--ledger', join(at, 'l.db')], io);
      return io.said.err;
    };
    await run('Rent-1', '5');
    expect((await api([...TRANSFER, '--yes', '--reference', 'rent-1'])).err).toContain(
      'differs from "Rent-1"',
    );
    await api([...TRANSFER, '--yes', '--reference', 'RENT-2']);
    expect(await run('rent-2', '6')).toContain('differs from "RENT-2"');
    expect(service.store.transfers).toHaveLength(2);
  });
  it.each([
    ['INV\u200b-7', /contains an invisible or control character/],
    ['1.23457E+11', /a long number that a spreadsheet has shortened/],
    ['#REF!', /an error of a spreadsheet's formula/],
    ["'0013", /begins with an apostrophe/],
    ['x'.repeat(256), /256 characters long/],
  ])('cannot be %j', async (reference, why) => {
    const { service, api } = await setUpApi();
    const { code, err } = await api([...TRANSFER, '--yes', '--reference', reference]);
    expect([code, err]).toEqual([2, expect.stringMatching(why)]);
    expect(err).toContain('Nothing was sent');
    expect(service.store.calls.get('createTransfer')).toBeUndefined();
  });
  it('is refused if --reference is empty', async () => {
    const { service, api } = await setUpApi();
    const { code, err } = await api([...TRANSFER, '--yes', '--reference', '']);
    expect([code, err]).toEqual([2, expect.stringMatching(/--reference: its value is empty/)]);
    expect(service.store.calls.get('createTransfer')).toBeUndefined();
  });
  it('is compared only with references of the same kind: customer, trade or transfer', async () => {
    const { service, api } = await setUpApi();
    await api([...NEW_CUSTOMER, '--reference', 'ACME']);
    const customer = ['createCustomer', '--set', 'businessLegalName=Other Ltd', '--reference', 'acme'];
    expect(await api(customer)).toMatchObject({
      code: 1,
      err: expect.stringContaining('was created in run'),
    });
    await api([...TRADE, '--yes', '--reference', 'SWAP']);
    const trade = [
      ...TRADE.map((arg) => arg.replace('amount=5', 'amount=6')),
      '--yes',
      '--reference',
      'swap',
    ];
    expect(await api(trade)).toMatchObject({ code: 1, err: expect.stringContaining('was executed in run') });
    expect([service.store.customers.size, service.store.trades.length]).toEqual([1, 1]);
    // A payout may have the reference of a customer.
    expect((await api([...TRANSFER, '--yes', '--reference', 'acme'])).code).toBe(0);
  });
  it('is not sent with an empty --batch-id', async () => {
    const { service, api } = await setUpApi();
    expect((await api([...TRANSFER, '--yes', '--batch-id', ''])).code).toBe(2);
    expect(service.store.transfers).toHaveLength(0);
  });
});

describe('a trade whose amount is spelled differently', () => {
  const trade = (amount: string): string[] => [
    'createTrade',
    '--data',
    `{"sourceCurrency":"USDC","destinationCurrency":"USDCT","amount":${amount}}`,
    '--yes',
  ];
  const AMOUNTS = ['501', '"501.0"', '501.00'];
  it.each(AMOUNTS)(
    'is not sent again with 501 as %s, whether the first is created or in doubt',
    async (amount) => {
      for (const faults of [[], [{ operation: 'createTrade', kind: '500-after' } as const]]) {
        const { service, api } = await setUpApi(faults);
        await api(trade('501'));
        service.faults.clear();
        const batch = await api([...trade(amount), '--batch-id', 'other']);
        expect([batch.code, batch.err]).toEqual([1, expect.stringContaining('possible duplicate')]);
        await api(trade(amount));
        expect(service.store.trades).toHaveLength(1);
        expect((await api(trade('5010'))).code).toBe(0);
      }
    },
  );
});
