// The audit, for the person who plans the migration: owners, effort, and the trend since an earlier report.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { NO_OWNER, ownersOf } from '../../../src/audit/owners.ts';
import { doneBy, type KnownFinding, trendOf } from '../../../src/audit/trend.ts';
import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';

const CALL = "get('/api/v1/current-tenant/balances');\n";

interface Shown {
  byOwner: { owner: string; count: number; files: number; effort: { low: number; high: number } }[];
  byRule: { rule: string; effort: { low: number; high: number }; why: string }[];
  effort: { low: number; high: number; unit: string };
  trend: { since: string; fixed: number; added: number; remaining: number } | null;
  doneBy: string | null;
  unseen: string[];
  unreadable: unknown[];
  findings: { confidence: string; column: number; fingerprint: string }[];
}

async function audited(at: string, ...args: string[]) {
  const io = fakeIo(at, {});
  const code = await program(['audit', '.', '--format', 'json', ...args], io);
  return { code, ...io.said, shown: (): Shown => JSON.parse(io.said.out) as Shown };
}

it('the audit counts an unreadable row separately, and prints its place and the reason', async () => {
  const at = folder({
    'pay.csv': 'customerId,destination.externalAccountId,purposeOfPayment,amount\nc,e,P,5\nc,e\n',
  });
  const io = fakeIo(at, {});
  await program(['audit', '.'], io);
  expect(io.said.out).toMatch(/1 row of data needs an answer, 1 row can't be read\./);
  expect(io.said.out).toMatch(/not counting the answers for 1 row of data\./);
  expect(io.said.out).toContain(
    "pay.csv:3: this row can't be read: the row has 2 cells, but the header has 4",
  );
});

it.each([
  ['cut short', 'receiverAmount', 'B,c', /^cut\.csv:3: .*: it was cut short/],
  ['cut short, with a finding', 'amount', 'B,c', /^cut\.csv:3: .*: it was cut short/],
  ['with an open quote', 'receiverAmount', 'B,c,"P,5\n', /^cut\.csv:3: a quote/],
])('the audit calls a data file unreadable, with the reason: %s', async (_, amount, end, why) => {
  const at = folder({ 'cut.csv': `reference,customerId,purposeOfPayment,${amount}\nA,c,P,5\n${end}` });
  const { code, shown } = await audited(at);
  const message = expect.stringMatching(why) as string;
  expect([code, shown()]).toMatchObject([2, { unreadable: [{ path: 'cut.csv', why: message }], data: [] }]);
  expect(shown().unseen).toContainEqual(message);
});

it('the audit migrates payout files with or without findings, but no responses or exports', async () => {
  const sides = 'source.currency,source.network,source.walletId,destination.externalAccountId';
  const body = '"source":{"walletId":"w"},"destination":{"externalAccountId":"e"},"receiverAmount":5}';
  const at = folder({
    'sides.csv': `reference,customerId,${sides},amount\nr,c,USDC,S,w,e,5\n`,
    'one.json': `{"customerId":"c",${body}`,
    'many.ndjson': `{"customerId":"c",${body}\n`,
    'answer.json': `{"id":"t","status":"paid",${body}`,
    'export.csv': `id,status,customerId,${sides}\nt,paid,c,USDC,S,w,e\n`,
    'else.json': '{"email":"a@b.example","website":"b.example"}',
  });
  const { out, code } = await audited(at);
  const { data } = JSON.parse(out) as { data: { path: string; waiting: number }[] };
  expect([code, data.map(({ path, waiting }) => [path, waiting])]).toEqual([
    1,
    Object.entries({ 'many.ndjson': 0, 'one.json': 0, 'sides.csv': 1 }),
  ]);
});

describe('the owners of a file', () => {
  const owners = (files: Record<string, string>, path: string): readonly string[] =>
    ownersOf([path], (name) => files[name]).get(path) ?? [];
  it.each<[string, Record<string, string>, string, readonly string[]]>([
    [
      'are those of the last line that matches',
      { '/r/CODEOWNERS': '* @all\n/src/ @core\n*.py @py' },
      '/r/src/a.py',
      ['@py'],
    ],
    ['may be several', { '/r/CODEOWNERS': 'src @a b@c.example # both' }, '/r/src/x/y', ['@a', 'b@c.example']],
    [
      'are none if the last matching line names nobody',
      { '/r/CODEOWNERS': '* @all\n/docs' },
      '/r/docs/a.md',
      [NO_OWNER],
    ],
    [
      'do not come from docs/* for a file in a deeper folder',
      { '/r/CODEOWNERS': 'docs/* @d' },
      '/r/docs/x/a.md',
      [NO_OWNER],
    ],
    ['come from docs/* for a file in that folder', { '/r/CODEOWNERS': 'docs/* @d' }, '/r/docs/a.md', ['@d']],
    [
      'come from .github/CODEOWNERS before docs/CODEOWNERS',
      { '/r/.github/CODEOWNERS': '* @g', '/r/docs/CODEOWNERS': '* @d' },
      '/r/a',
      ['@g'],
    ],
    [
      'come from .gitlab/CODEOWNERS if no other place has the file',
      { '/r/.gitlab/CODEOWNERS': '* @l', '/CODEOWNERS': '* @above' },
      '/r/a',
      ['@l'],
    ],
    [
      'come from docs/CODEOWNERS before .gitlab/CODEOWNERS',
      { '/r/.gitlab/CODEOWNERS': '* @l', '/r/docs/CODEOWNERS': '* @d' },
      '/r/a',
      ['@d'],
    ],
    [
      'come from the nearest CODEOWNERS file above',
      { '/r/CODEOWNERS': '* @r', '/r/p/CODEOWNERS': '/a/ @p' },
      '/r/p/a/b',
      ['@p'],
    ],
    ['are none without a CODEOWNERS file', {}, '/r/a', [NO_OWNER]],
    [
      'do not come from a line with other letter case',
      { '/r/CODEOWNERS': 'A.JS @up\n/SRC/ @up\n**/SRC/**/A.js @up' },
      '/r/src/a.js',
      [NO_OWNER],
    ],
    [
      'are those of the section if the line names none',
      { '/r/CODEOWNERS': '[Core] @core\na.js\nb.js @b' },
      '/r/a.js',
      ['@core'],
    ],
    ['are those of an optional section', { '/r/CODEOWNERS': '^[Opt] @o @p\na.js' }, '/r/a.js', ['@o', '@p']],
    [
      'are those of a section with a number of approvals',
      { '/r/CODEOWNERS': '[Core team][2] @core # x\na.js' },
      '/r/a.js',
      ['@core'],
    ],
    [
      'are none if neither the section nor the line names owners',
      { '/r/CODEOWNERS': '[Core]\na.js' },
      '/r/a.js',
      [NO_OWNER],
    ],
    [
      'are none if a section has owners but no matching line',
      { '/r/CODEOWNERS': '[Payments] @x\n*.ts @t' },
      '/r/a.js',
      [NO_OWNER],
    ],
  ])('%s', (_, files, path, expected) => {
    expect(owners(files, path)).toEqual(expected);
  });
  it('are listed in the report, with the effort of each', async () => {
    const at = folder({ CODEOWNERS: '/pay/ @pay\n', 'pay/a.js': CALL, 'pay/b.js': CALL, 'c.js': CALL });
    const { shown, code } = await audited(at);
    expect(code).toBe(1);
    const { byOwner, byRule, effort, unseen, unreadable, findings } = shown();
    expect(byOwner.map(({ owner, count, files }) => [owner, count, files])).toEqual([
      ['@pay', 2, 2],
      [NO_OWNER, 1, 1],
    ]);
    expect(effort).toEqual({ ...byRule[0]?.effort, unit: 'hours' });
    expect(byOwner.reduce((sum, one) => sum + one.effort.high, 0)).toBeCloseTo(effort.high);
    expect(byRule[0]?.why).toMatch(/the same call under another path/);
    expect([unseen.length > 0, unreadable]).toEqual([true, []]);
    expect(findings[0]).toMatchObject({ column: 6 });
  });
});

describe('the trend', () => {
  const one = (path: string, fingerprint: string): KnownFinding => ({
    rule: 'transfer-amount',
    path,
    fingerprint,
  });
  it('counts fixed, added and remaining findings, and predicts when the rest will be done', () => {
    const before = {
      asOf: '2026-09-01',
      findings: [one('a/x.ts', '1'), one('a/x.ts', '2'), one('y.ts', '3')],
    };
    const trend = trendOf(before, [one('b/x.ts', '1'), one('y.ts', '4')], []);
    expect(trend).toMatchObject({ since: '2026-09-01', fixed: 2, added: 1, remaining: 1 });
    expect(doneBy(trend, '2026-09-11')).toBe('2026-10-01');
    expect(doneBy({ ...trend, added: 2 }, '2026-09-11')).toBe(null);
    expect(doneBy(trend, '2026-09-01')).toBe(null);
    expect(doneBy({ ...trend, added: 0, remaining: 0 }, '2026-09-11')).toBe('2026-09-11');
  });
  it('follows a renamed folder, and warns if the predicted date is after the cutoff', async () => {
    const at = folder({ 'old/a.js': CALL, 'old/b.js': CALL.repeat(3) });
    const first = await audited(at, '--as-of', '2026-09-01');
    writeFileSync(join(at, 'first.json'), first.out);
    mkdirSync(join(at, 'new'));
    renameSync(join(at, 'old/b.js'), join(at, 'new/b.js'));
    renameSync(join(at, 'old/a.js'), join(at, 'new/a.js'));
    writeFileSync(join(at, 'new/b.js'), `// moved\n${CALL}${CALL}`);
    const args = ['--as-of', '2026-10-01', '--since', 'first.json'];
    const { trend, doneBy: day } = (await audited(at, ...args)).shown();
    expect([trend, day]).toEqual([
      expect.objectContaining({ since: '2026-09-01', fixed: 1, added: 0, remaining: 3 }),
      '2026-12-30',
    ]);
    const io = fakeIo(at, {});
    await program(['audit', '.', ...args], io);
    expect(io.said.out).toMatch(/done by 2026-12-30, after the cutoff \(2026-10-30\)/);
  });
  it('is refused against a report with a later date', async () => {
    const at = folder({ 'a.js': CALL });
    writeFileSync(join(at, 'first.json'), (await audited(at, '--as-of', '2026-09-02')).out);
    const { code, err } = await audited(at, '--as-of', '2026-09-01', '--since', 'first.json');
    expect([code, err]).toEqual([2, expect.stringContaining('that report is of 2026-09-02, later than')]);
  });
  it('counts suppressed and switched-off uses as remaining, not as fixed', async () => {
    const at = folder({ 'a.js': CALL, 'b.js': CALL, 'c.js': CALL });
    writeFileSync(join(at, 'first.json'), (await audited(at, '--as-of', '2026-09-01')).out);
    const ignored = 'paybatch-ignore current-tenant-endpoint -- later\n';
    writeFileSync(join(at, 'a.js'), `// ${ignored}${CALL}`);
    writeFileSync(join(at, 'b.js'), `${CALL.trim()} // ${ignored}`);
    const args = ['--as-of', '2026-09-11', '--since', 'first.json'];
    const suppressed = (await audited(at, ...args)).shown();
    expect([suppressed.trend, suppressed.doneBy]).toEqual([
      expect.objectContaining({ fixed: 0, added: 0, remaining: 3 }),
      null,
    ]);
    expect(suppressed.unseen).toContain(
      '2 uses in 2 files of current-tenant-endpoint: suppressed by paybatch-ignore',
    );
    writeFileSync(
      join(at, 'paybatch.config.json'),
      JSON.stringify({ lint: { rules: { 'current-tenant-endpoint': 'off' } } }),
    );
    const off = await audited(at, ...args);
    expect([off.code, off.shown()]).toEqual([
      1,
      expect.objectContaining({
        findings: [],
        ready: false,
        leftOut: Array.from({ length: 3 }, () =>
          expect.objectContaining({ rule: 'current-tenant-endpoint' }),
        ),
        trend: expect.objectContaining({ fixed: 0, remaining: 3 }),
        unseen: expect.arrayContaining([
          '1 use in 1 file of current-tenant-endpoint: the rule is switched off',
        ]),
      }),
    ]);
    const text = fakeIo(at, {});
    expect(await program(['audit', '.', ...args], text)).toBe(1);
    expect(text.said.out).toMatch(/^Not proven: nothing else was found, but 3 deprecated uses are left out/m);
  });
  it.each([
    ['a missing file', undefined, /the file does not exist/],
    ['not a report', '{"a":1}', /is not a report/],
    [
      'a report of an earlier version',
      '{"asOf":"2026-09-01","findings":[{"rule":"transfer-amount","path":"a"}]}',
      /earlier version/,
    ],
  ])('is refused if --since is %s', async (_, text, words) => {
    const at = folder({ 'a.js': CALL, ...(text === undefined ? {} : { 'r.json': text }) });
    const { code, err } = await audited(at, '--since', 'r.json');
    expect([code, err]).toEqual([2, expect.stringMatching(words)]);
  });
});

describe('the audit page', () => {
  const PAYOUTS = 'customerId,destination.externalAccountId,purposeOfPayment,receiverAmount,isFirstParty\n';
  it('names the audited folder, counts the rows of data files, and fits a phone', async () => {
    const at = folder({
      'src/a.js': CALL,
      'data/old.csv': 'customerId,amount,useDeveloperFunds\nx,5,true\ny,6,true\n',
      'data/fine.csv': `${PAYOUTS}x,y,PaymentForGoods,5,true\n`,
      'data/fine.results.csv': `line,${PAYOUTS}2,x,y,PaymentForGoods,5,true\n`,
      'data/else.csv': 'name,amount\nx,5\n',
    });
    const html = fakeIo(at, {});
    await program(['audit', '.', '--format', 'html'], html);
    expect(html.said.out).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">');
    expect(html.said.out).toContain(`Looked at: <code>${basename(at)}</code>`);
    expect(html.said.out).toMatch(/overflow-wrap:anywhere/);
    expect(html.said.out).toMatch(/Migrate the data files<\/b>: 2 rows in 1 file\./);
    expect(html.said.out).toMatch(/<code>data\/fine\.csv<\/code>.*needs no change/);
    expect(html.said.out).not.toMatch(/else\.csv|results\.csv/);
    const { out } = await audited(at, 'src');
    expect((JSON.parse(out) as { paths: string[] }).paths).toEqual(['.', 'src']);
  });
  it('has no script and loads nothing, and escapes the names and contents of files', async () => {
    const evil = `<script src="//x.example">&lt;'"><img src=x onerror=alert(1)>`;
    const name = evil.replaceAll('/', '');
    const at = folder({
      [`${name}/${name}.js`]: `${CALL.trim()} // ${evil}\n`,
      [`${name}/old.csv`]: `customerId,amount,"${evil.replaceAll('"', '""')}"\nx,5,${evil.split('"')[0]}\n`,
      [`${name}/bad.py`]: Buffer.from('caf\xe9', 'latin1'),
      CODEOWNERS: `* @${evil.replaceAll(' ', '')}\n`,
    });
    const io = fakeIo(at, {});
    await program(['audit', '.', '--format', 'html'], io);
    const { out } = io.said;
    const tags = [...out.matchAll(/<([a-z]\w*)([^>]*)>/g)];
    expect(tags.length).toBeGreaterThan(50);
    for (const [tag, of, attributes = ''] of tags) {
      expect(tag).not.toMatch(/^<(script|img|iframe|object|embed|link|base|form)\b/);
      expect([of, attributes]).toEqual([
        of,
        expect.not.stringMatching(/\bon\w+\s*=|javascript:|src\s*=|\/\/x/),
      ]);
    }
    expect(out).toContain('&lt;script');
    // An HTML entity in a file is escaped as well.
    expect(out).toContain('&amp;lt;');
  });
  it('has every field of the contract as JSON', async () => {
    const at = folder({ 'src/a.js': CALL, 'bad.py': Buffer.from('caf\xe9', 'latin1') });
    const { code, out } = await audited(at, '--as-of', '2026-10-31');
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      asOf: '2026-10-31',
      cutoff: '2026-10-30',
      daysLeft: -1,
      filesScanned: 1,
      unreadable: [{ path: 'bad.py' }],
      findings: [{ rule: 'current-tenant-endpoint', severity: 'error', path: 'src/a.js' }],
      data: [],
      byRule: [{ rule: 'current-tenant-endpoint', count: 1, effort: { low: 0.1, high: 0.5 } }],
      byFile: [{ path: 'src/a.js', count: 1 }],
      byOwner: [{ owner: NO_OWNER, count: 1, files: 1, effort: { low: 0.1, high: 0.5 } }],
      effort: { low: 0.1, high: 0.5, unit: 'hours' },
      trend: null,
      doneBy: null,
      doneAfterCutoff: false,
      unseen: expect.arrayContaining([
        expect.stringMatching(/rehearse/),
        expect.stringMatching(/bad\.py: neither UTF-8 nor UTF-16: save it as UTF-8/),
      ]),
    });
  });
});

describe('a baseline', () => {
  it('is relative to its own file and follows renamed folders', async () => {
    const at = folder({ 'repo/src/a.js': CALL, 'repo/src/b.js': CALL });
    const lint = (cwd: string, ...args: string[]): Promise<number> =>
      program(['lint', ...args], fakeIo(join(at, cwd), {}));
    await lint('.', 'repo', '--write-baseline', 'repo/base.json', '--as-of', '2026-06-01');
    const { findings } = JSON.parse(readFileSync(join(at, 'repo/base.json'), 'utf8')) as {
      findings: { path: string }[];
    };
    expect(findings.map(({ path }) => path)).toEqual(['src/a.js', 'src/b.js']);
    const again = ['--baseline', 'base.json', '--as-of', '2026-06-01'];
    expect(await lint('repo', '.', ...again)).toBe(0);
    renameSync(join(at, 'repo/src'), join(at, 'repo/lib'));
    expect(await lint('repo', '.', ...again)).toBe(0);
    mkdirSync(join(at, 'repo/copy'));
    writeFileSync(join(at, 'repo/copy/a.js'), CALL);
    expect(await lint('repo', '.', ...again)).toBe(1);
  });
});

it('lint and audit name no new path for a current-tenant path that has no replacement', async () => {
  const at = folder({
    'a.ts': "api.post('/api/v1/transfers/quote', q);\napi.get('/api/v1/current-tenant/wallets');\n",
  });
  for (const command of ['lint .', 'audit .', 'audit . --format markdown', 'audit . --format html']) {
    const io = fakeIo(at, {});
    await program([...command.split(' '), '--as-of', '2026-06-15'], io);
    const said = io.said.out.replaceAll(/\s+/g, ' ');
    expect(said).toMatch(/which product/);
    expect(said).toMatch(/there is no replacement/i);
    expect(said).not.toMatch(
      /Call the same path|Call \/api\/v1\/developer|the same change by hand|the same call/,
    );
  }
});

it('the audit lists how many files and folders .gitignore excludes', async () => {
  const at = folder({
    '.gitignore': 'legacy/\nold/\n*.gen.js\n',
    'legacy/b.js': CALL,
    'old/c.js': CALL,
    'x.gen.js': CALL,
    'a.js': "api.get('/api/v1/developer');\n",
    'lib/.gitignore': 'tmp/\n',
    'lib/tmp/a.js': CALL,
    'node_modules/x/a.js': CALL,
  });
  const { code, shown } = await audited(at, '--as-of', '2026-06-15');
  expect(code).toBe(0);
  expect(shown().unseen.filter((one) => /ignored/.test(one))).toEqual([
    '3 ignored folders, 1 ignored file: not looked at',
  ]);
  const only = folder({ '.gitignore': 'legacy/\n', 'legacy/b.js': CALL, 'a.js': 'x();\n' });
  expect((await audited(only)).shown().unseen.filter((one) => /ignored/.test(one))).toEqual([
    '1 ignored folder: not looked at',
  ]);
});
