// Whatever files are called, hold or are answered: no command lets it steer a terminal, begin a line of its own, turn the
// direction of reading, or speak to the machine that keeps the log. Every byte of both streams and of the files is looked at.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { screened } from '../../../src/files/plain.ts';
import { type Ended, serviceEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/io.ts';
import { CUSTOMER, numbered, payouts } from '../../kit/payouts.ts';

const EVIL =
  'e\u001b[31m\u001b]52;c;aGk=\u0007v\u202e\u2066i\u009b2J\u0085l\r\n::error file=x::pwned\n##[error]pwned\n##vso[task]pwned\r::warning::pwned';
/** Names of files can hold all but a slash. */
const NAME = `::error file=y::pwned${EVIL}`;
const OLD = 'amount,customerId,source.currency,destination.currency,purposeOfPayment,memo';

/** No name for what is seen but itself. */
const UNSEEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff]|\r(?!\n)/;
const COMMAND = /^\s*(::[a-z-]+( |::)|##\[|##vso\[)/;

/** `ours`: lines that are meant for the machine. */
function expectPlain(text: string, where: string, ours?: RegExp): void {
  const at = text.search(UNSEEN);
  expect(at < 0 ? '' : `${where}: ${JSON.stringify(text.slice(Math.max(0, at - 60), at + 20))}`).toBe('');
  const lines = text.split('\n').filter((line) => COMMAND.test(line) && ours?.test(line) !== true);
  expect({ where, lines }).toEqual({ where, lines: [] });
}

function expectPlainEnd({ stdout, stderr }: Ended, where: string, ours?: RegExp): void {
  expectPlain(stdout, `${where}: standard output`, ours);
  expectPlain(stderr, `${where}: standard error`, ours);
  expect(stderr).not.toContain('defect');
}

function ground(): string {
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const rows = numbered(4).map((row, i) => ({
    ...row,
    ...(i === 0 ? { memo: EVIL } : {}),
    ...(i === 1 ? { reference: EVIL } : {}),
    ...(i === 2 ? { 'destination.currency': EVIL, documents: EVIL } : {}),
    ...(i === 3 ? { receiverAmount: EVIL, purposeOfPayment: EVIL } : {}),
  }));
  return folder({
    'in.csv': payouts(rows),
    'header.csv': `reference,${cell(EVIL)},customerId\na,b,c\n`,
    [`src/${NAME}.csv`]: `${OLD}\n10,${CUSTOMER},USDC,EUR,Other,${cell(EVIL)}\n`,
    [`src/${NAME}.ts`]: `post('/api/v1/current-tenant/balances'); // ${EVIL.replaceAll(/[\r\n]/g, ' ')}\nconst x = { amount: 1, "${EVIL.replaceAll(/[\r\n]/g, ' ')}": 2, useDeveloperFunds: true };\n`,
    [`src/${NAME}.json`]: `[${JSON.stringify({ amount: 10, customerId: CUSTOMER, [EVIL]: EVIL, purposeOfPayment: EVIL })}`,
    [`src/latin.${NAME}.py`]: Buffer.from([0x61, 0xff, 0xfe, 0x62]),
    'src/CODEOWNERS': `* @${EVIL.replaceAll(/\s/g, '')}\n`,
  });
}

const COMMANDS: readonly (readonly [args: readonly string[], ours?: RegExp])[] = [
  [['lint', '.']],
  [['lint', '.', '--explain']],
  [['lint', '.', '--format', 'github'], /^::(error|warning|notice) file=[^\n]*(line=\d+|title=unreadable)/],
  ...['markdown', 'json', 'sarif', 'csv'].map((format): [string[]] => [['lint', '.', '--format', format]]),
  [['lint', `src/${NAME}.csv`, `no/${NAME}`]],
  [['audit', '.']],
  ...['markdown', 'json', 'html'].map((format): [string[]] => [['audit', '.', '--format', format]]),
  [['migrate', 'src', '--out', 'out']],
  [['migrate', `src/${NAME}.csv`, '--check']],
  [['check', 'in.csv']],
  [['check', 'in.csv', '--json']],
  [['check', 'header.csv']],
  [['check', NAME]],
  [['check', 'in.csv', '--map', NAME]],
  [['check', 'in.csv', '--config', NAME]],
  [['quote', 'in.csv', '--sandbox']],
  [['run', 'in.csv', '--sandbox', '--yes']],
  [['run', 'in.csv', '--sandbox', '--yes', '--json']],
  [['run', 'in.csv', '--sandbox', '--yes', '--log-format', 'json']],
  [['api', 'createTransfer', '--data', `{"${NAME.replaceAll(/[^\w]/g, '')}":1}`, '--sandbox']],
  [['api', NAME]],
  [['status', NAME]],
  [[NAME]],
  [['--', NAME]],
  [['rehearse', '--', NAME]],
];

describe('foreign text', { timeout: 60_000 }, () => {
  it.each(COMMANDS.map(([args, ours]) => [JSON.stringify(args).slice(0, 60), args, ours] as const))(
    '%s',
    async (where, args, ours) => {
      const at = ground();
      expectPlainEnd(await paybatch(at, args), where, ours);
      for (const name of readdirSync(at).filter((one) => /\.(check|sandbox|quote)\.csv$/.test(one)))
        expectPlain(
          readFileSync(join(at, name), 'utf8').replaceAll(/"(?:[^"]|"")*"/g, (one) =>
            one.replaceAll('\n', ' '),
          ),
          `${where}: ${name}`,
        );
    },
  );

  it('settings', async () => {
    const at = ground();
    writeFileSync(
      join(at, 'paybatch.config.json'),
      JSON.stringify({ baseUrl: EVIL, clientId: EVIL, [EVIL]: EVIL }),
    );
    expectPlainEnd(await paybatch(at, ['config']), 'config, refused');
    writeFileSync(
      join(at, 'paybatch.config.json'),
      JSON.stringify({
        baseUrl: EVIL,
        clientId: EVIL,
        apiSecretFile: EVIL,
        profile: { transferIdFields: [EVIL] },
      }),
    );
    for (const args of [['config'], ['config', '--json'], ['run', 'in.csv', '--yes'], ['doubts']])
      expectPlainEnd(await paybatch(at, args), args.join(' '));
  });

  it('answers', async () => {
    const at = folder({ 'in.csv': payouts(numbered(3)) });
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        const path = request.url ?? '';
        const token = { token: 't', accessToken: 't', access_token: 't', expires_in: 3600 };
        const said = {
          id: EVIL,
          quoteId: EVIL,
          fee: EVIL,
          rate: EVIL,
          sourceAmount: EVIL,
          message: EVIL,
          code: EVIL,
        };
        response.writeHead(
          path.includes('/oauth/') || path.endsWith('/quote') ? 200 : path.endsWith('/transfers') ? 201 : 422,
          { 'content-type': 'application/json' },
        );
        response.end(JSON.stringify(path.includes('/oauth/') ? token : said));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const env = serviceEnv(`http://127.0.0.1:${(server.address() as AddressInfo).port}`); // of a TCP server
    const commands = [
      ['run', 'in.csv', '--yes'],
      ['run', 'in.csv', '--yes', '--json'],
      ['status', 'last'],
      ['doubts'],
      ['doubts', '--csv'],
      ['api', 'getDeveloperBalances'],
      ['funds', 'in.csv'],
    ];
    for (const args of commands)
      expectPlainEnd(await paybatch(at, [...args, '--ledger', 'l.db'], env), args.join(' '));
    expectPlain(readFileSync(join(at, 'in.results.csv'), 'utf8'), 'results');
  });
});

describe('the door', () => {
  it('lets through what is ours, and loses nothing of JSON', () => {
    expect(screened('a\u001b[31mb\u001b[0m\tc\r\nd')).toBe('a\u001b[31mb\u001b[0m\tc\r\nd');
    expect(screened('a\u001b]52;c;x\u0007b\u009b2Jc\rd\u202e')).toBe('a]52;c;xb2Jcd');
    const value = { a: 'x\u009b\u202e\u2028y' };
    expect(JSON.parse(screened(JSON.stringify(value)))).toEqual(value);
    expect(screened(JSON.stringify(value))).toBe('{"a":"x\\u009b\\u202e\\u2028y"}');
  });
});
