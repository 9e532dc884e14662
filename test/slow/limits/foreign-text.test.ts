// Hostile text in files, file names, flags, profiles, plans, statements and responses. Whatever command prints it, it
// can't steer a terminal, begin a new line, change the reading direction, or give commands to a CI system. Every byte
// of both output streams and of the written files is checked.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { screened, shellQuoted } from '../../../src/files/plain.ts';
import { type Ended, ledgerEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { serviceThat } from '../../kit/http.ts';
import { paybatch } from '../../kit/io.ts';
import { CUSTOMER, numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const EVIL =
  'e\u001b[31m\u001b]52;c;aGk=\u0007v\u202e\u2066i\u009b2J\u0085l\r\n::error file=x::pwned\n##[error]pwned\n##vso[task]pwned\r::warning::pwned\n=cmd|x;+1\t@y';
/** The hostile text as a file name, which may contain anything but a slash. */
const NAME = `::error file=y::pwned${EVIL}`.replaceAll('/', '');
const ONE_LINE = EVIL.replaceAll(/[\r\n]/g, ' ');
const OLD = 'amount,customerId,source.currency,destination.currency,purposeOfPayment,memo';

/** Control and format characters that don't show, except tabs and line ends. */
const UNSEEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff]|\r(?!\n)/;
const COMMAND = /^\s*(::[a-z-]+( |::)|##\[|##vso\[)/;
/** Commands that paybatch itself prints for GitHub. */
const OURS = /^::(error|warning|notice) file=[^\n]*(line=\d+|title=unreadable)/;

function expectPlain(text: string, where: string, ours?: RegExp): void {
  const at = text.search(UNSEEN);
  expect(at < 0 ? '' : `${where}: ${JSON.stringify(text.slice(Math.max(0, at - 60), at + 20))}`).toBe('');
  const lines = text.split('\n').filter((line) => COMMAND.test(line) && ours?.test(line) !== true);
  expect({ where, lines }).toEqual({ where, lines: [] });
}

function expectPlainEnd({ stdout, stderr }: Ended, line: string): void {
  // A browser reads the HTML page. It knows no terminal escapes.
  if (!line.startsWith('report last --format html'))
    expectPlain(stdout, `${line}: standard output`, line.includes('github') ? OURS : undefined);
  expectPlain(stderr, `${line}: standard error`);
  expect({ line, stderr }).toEqual({ line, stderr: expect.not.stringContaining('defect') as string });
}

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function ground(): string {
  const rows = numbered(4).map((row, i) => ({
    ...row,
    ...(i === 0 ? { memo: EVIL } : {}),
    ...(i === 1 ? { reference: EVIL } : {}),
    ...(i === 2 ? { 'destination.currency': EVIL, documents: EVIL } : {}),
    ...(i === 3 ? { receiverAmount: EVIL, purposeOfPayment: EVIL } : {}),
  }));
  const [evil, doubt] = [cell(EVIL), 'run,line,reference,amount,currency,as,transferId,reason'];
  return folder({
    'in.csv': payouts(numbered(3).map((row) => ({ ...row, memo: EVIL, 'x-note': EVIL }))),
    'rows.csv': payouts(rows),
    'header.csv': `reference,${evil},customerId\na,b,c\n`,
    'evil.csv': `${evil};b\n${evil};${evil}\n`,
    'look.csv': `k,${evil}\n${evil},x\n${evil},y\n`,
    'st.csv': `id,reference,memo,amount,currency,state\n${Array(6).fill(evil).join(',')}\nT-1,R-1,${evil},10.00,GBP,done\n`,
    'dd.csv': `${doubt}\n${evil},${evil},${evil},1,GBP,${evil},${evil},${evil}\n`,
    'dd2.csv': `${doubt}\nlast,2,R-1,10.00,GBP,created,${evil},${evil}\n`,
    'prof.json': JSON.stringify({
      columns: { [EVIL]: 'memo' },
      constants: { purposeOfPayment: EVIL },
      lookups: [{ file: 'look.csv', key: EVIL, fileKey: 'k', columns: { [EVIL]: 'customerId' } }],
    }),
    'prof2.json': JSON.stringify({
      ...{ columns: { [EVIL]: 'memo' }, constants: { [EVIL]: 'x' } },
      ...{ stopAt: `(${EVIL}`, encoding: EVIL, decimal: EVIL },
    }),
    'c.json': JSON.stringify({
      approvers: [{ name: EVIL, publicKey: EVIL }],
      payee: EVIL,
      requireApproval: { environments: [EVIL], from: { [EVIL]: 1 } },
    }),
    'refused.json': JSON.stringify({ baseUrl: EVIL, clientId: EVIL, [EVIL]: EVIL }),
    'settings.json': JSON.stringify({
      ...{ baseUrl: EVIL, clientId: EVIL, apiSecretFile: EVIL, profile: { transferIdFields: [EVIL] } },
    }),
    'bad.plan': JSON.stringify({ format: EVIL, plan: { file: EVIL, [EVIL]: EVIL } }),
    'bad.zip': Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from(EVIL)]),
    [NAME]: payouts(numbered(1)),
    [`src/${NAME}.csv`]: `${OLD}\n10,${CUSTOMER},USDC,EUR,Other,${evil}\n`,
    [`src/${NAME}.ts`]: `post('/api/v1/current-tenant/balances'); // ${ONE_LINE}\nconst x = { amount: 1, "${ONE_LINE}": 2, useDeveloperFunds: true };\n`,
    [`src/${NAME}.json`]: `[${JSON.stringify({ amount: 10, customerId: CUSTOMER, [EVIL]: EVIL, purposeOfPayment: EVIL })}`,
    [`src/latin.${NAME}.py`]: Buffer.from([0x61, 0xff, 0xfe, 0x62]),
    'src/CODEOWNERS': `* @${EVIL.replaceAll(/\s/g, '')}\n`,
  });
}

/** `@E`: the hostile text. `@N`: the hostile file name. */
const SENDING = `
run in.csv --yes --batch-id @E
run in.csv --yes
run @N --yes
run rows.csv --yes
status
status last
status last --json
report last --format md
report last --format json
report last --format html
report last --format csv
report last --format csv --columns @E
plan in.csv --out p.plan --by @E --alike-ok
plan in.csv --out q.plan --by x --alike-ok
plan show bad.plan
plan show q.plan
plan diff q.plan bad.plan
approve bad.plan --key k.key
keygen --out @N
keygen --out no/@N
ledger show
ledger verify bad.zip
ledger verify --against evil.csv
ledger export last --out run.zip
ledger backup --to @N
ledger @E
ledger show --ledger /@E/x
ledger show --ledger postgres://@E@h/x
doubts
doubts --csv
doubts --json
reconcile last --statement st.csv
reconcile last --statement evil.csv
resolve --from dd.csv --yes
resolve --from dd2.csv --yes
resolve last --line 2 --as created --transfer-id @E --reason @E --yes
resolve last --line 2 --as not-created --sure --by @E --reason @E --yes
status last
report last --format md
run in.csv --yes --config c.json
run in.csv --notify @E --yes
run in.csv --metrics-file @E/x --yes
funds in.csv
doctor
doctor --config c.json
limits --rate @E
stop @E
results @E
status @N`;

const READING = `
lint .
lint . --explain
lint . --format github
lint . --format markdown
lint . --format json
lint . --format sarif
lint . --format csv
lint src/@N.csv no/@N
lint . --rule @E
lint . --as-of @E
audit .
audit . --format markdown
audit . --format json
audit . --format html
audit . --cutoff @E
migrate src --out out
migrate src/@N.csv --dry-run
migrate evil.csv --out out
migrate in.csv --out out --todo dd.csv
map evil.csv
map in.csv
check rows.csv
check rows.csv --json
check header.csv
check @N
check in.csv --map @N
check in.csv --config @N
check evil.csv --map prof.json
check evil.csv --map prof2.json
check in.csv --sheet @E
check in.csv --delimiter @E
check in.csv --expect-total @E
check in.csv --max-invalid @E
check in.csv --kind @E
quote rows.csv --sandbox
run rows.csv --sandbox --yes
run rows.csv --sandbox --yes --json
run rows.csv --sandbox --yes --log-format json
config --config c.json
config --config refused.json
config --config settings.json
config --config settings.json --json
run in.csv --yes --config settings.json
doubts --config settings.json
proxy --to @E
sandbox --fault @E
sandbox --clock @E
rehearse -- @N
rehearse --clock @E -- true
rehearse -- printf %s x
completion @E
spec --json-schema @E
api @N
api getCustomer --set id=@E
api createTransfer --set @E
@N
-- @N
--@E
run --@E
--completions paybatch status x`;

const WRITTEN = /\.(results|check|quote|sandbox)\.csv$|\.retry\.txt$/;

describe.each([
  ['a service', SENDING],
  ['no service', READING],
])('hostile text in files, names and flags, with %s', (_, lines) => {
  it('acts neither on a terminal nor on a CI system', { timeout: 240_000 }, async () => {
    const service = await sandbox({ faults: [{ kind: '500-after', operation: 'createTransfer', first: 1 }] });
    const at = ground();
    const known = ledgerEnv(at, service.url);
    const env = { PAYBATCH_KEY_PASSPHRASE: 'x', PAYBATCH_HOST: EVIL, PAYBATCH_WHAT: EVIL };
    for (const line of lines.trim().split('\n')) {
      const words = line.split(' ').map((word) => word.replaceAll('@E', EVIL).replaceAll('@N', NAME));
      expectPlainEnd(await paybatch(at, words, lines === SENDING ? { ...known, ...env } : env), line);
    }
    const written = readdirSync(at).filter((name) => WRITTEN.test(name));
    expect(written.length).toBeGreaterThan(1);
    for (const name of written) {
      const text = readFileSync(join(at, name), 'utf8');
      // A quoted cell may contain line breaks.
      expectPlain(
        text.replaceAll(/"(?:[^"]|"")*"/g, (one) => one.replaceAll('\n', ' ')),
        name,
      );
    }
  });
});

it('hostile text in a response acts neither on a terminal nor on a CI system', async () => {
  const at = folder({ 'in.csv': payouts(numbered(3)) });
  const fields = ['id', 'quoteId', 'fee', 'rate', 'sourceAmount', 'message', 'code'];
  const text = JSON.stringify(Object.fromEntries(fields.map((name) => [name, EVIL])));
  const url = await serviceThat((path) => ({
    status: path.endsWith('/quote') ? 200 : path.endsWith('/transfers') ? 201 : 422,
    text,
  }));
  const env = ledgerEnv(at, url);
  for (const line of [
    ...['run in.csv --yes', 'run in.csv --yes --json', 'status last', 'doubts', 'doubts --csv'],
    ...['api getDeveloperBalances', 'funds in.csv'],
  ])
    expectPlainEnd(await paybatch(at, line.split(' '), env), line);
  expectPlain(readFileSync(join(at, 'in.results.csv'), 'utf8'), 'results');
});

it('the output filter keeps colours, removes other controls, and escapes them in JSON', () => {
  expect(screened('a\u001b[31mb\u001b[0m\tc\r\nd')).toBe('a\u001b[31mb\u001b[0m\tc\r\nd');
  expect(screened('a\u001b]52;c;x\u0007b\u009b2Jc\rd\u202e')).toBe('a]52;c;xb2Jcd');
  const value = { a: 'x\u009b\u202e\u2028y' };
  expect(screened(JSON.stringify(value))).toBe('{"a":"x\\u009b\\u202e\\u2028y"}');
});

it('a word of a printed command is on one line, and a shell reads it as the same word', () => {
  for (const word of [EVIL, NAME, "it's", '\u{1f600}\u200bx', 'a\\b\n$(id)`id`"', '\u{e0001}']) {
    expect(shellQuoted(word)).not.toMatch(UNSEEN);
    expect(shellQuoted(word)).not.toContain('\n');
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const echoed = execFileSync('bash', ['-c', `printf %s ${shellQuoted(word)}`], { env }).toString('utf8');
    expect(echoed).toBe(word);
  }
});
