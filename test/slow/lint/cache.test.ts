// The cache never hides a finding: whatever changes, a run with it says what a run without it says.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { openSource } from '../../../src/lint/files/source.ts';
import { lint, type LintSettings } from '../../../src/lint/lint.ts';
import { CacheFile } from '../../../src/lint/look/cache-file.ts';
import type { Report } from '../../../src/lint/model/finding.ts';
import { folder } from '../../kit/folder.ts';

const CALL = "get('/api/v1/current-tenant/balances');\n";
const QUIET = "get('/api/v1/developer/_balances/____');\n".slice(0, CALL.length - 1) + '\n';
const TRANSFER = "post('/api/v1/transfers', { customerId, amount: 5 });\n";

/** Enough files that a cache is kept, four of them with something to say. */
const tree = (): string => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 320; i++) files[`src/${i}.js`] = `export const a${i} = ${i};\n`;
  files['src/call.js'] = CALL;
  files['src/pay.js'] = TRANSFER;
  files['src/weak.js'] =
    "import { send } from './later.js';\nexport const go = () => send({ customerId, amount: 5 });\n";
  files['body.json'] = '{"customerId": "x", "source": {}, "destination": {}, "amount": 5, "memo": ""}\n';
  return folder(files);
};

let at = '';
let cacheFolder = '';
const settings = (more: Partial<LintSettings> = {}): LintSettings => ({
  cwd: at,
  paths: ['.'],
  ignored: [],
  asOf: '2026-10-01',
  cutoff: '2026-10-30',
  minConfidence: 'medium',
  hosts: [],
  clients: [],
  levels: {},
  ...more,
});
const key = (...more: string[]): CacheFile =>
  new CacheFile(cacheFolder, ['version', at, ...more], process.geteuid?.());
const found = ({ findings }: Report): string[] =>
  findings.map(({ path, rule, severity, line }) => `${path}:${line} ${rule} ${severity}`);

/** With the cache, and what is so without it. */
async function both(more: Partial<LintSettings> = {}, cache = key()): Promise<string[]> {
  const cached = await lint(settings({ ...more, cache }));
  const plain = await lint(settings(more));
  expect({ ...cached, skipped: [...cached.skipped] }).toEqual({ ...plain, skipped: [...plain.skipped] });
  return found(cached);
}
const place = (): string =>
  join(cacheFolder, readdirSync(cacheFolder).find((name) => name.endsWith('.cache')) ?? '');

beforeEach(() => {
  const real = Date.now;
  // Files that have just been written may change unseen: a minute later they are settled.
  vi.spyOn(Date, 'now').mockImplementation(() => real() + 60_000);
  at = tree();
  cacheFolder = join(folder({}), 'cache', 'paybatch');
});
afterEach(() => vi.restoreAllMocks());

describe('the cache', () => {
  it('knows the base addresses of other files, and reads those anew that have changed', async () => {
    rmSync(join(at, 'src/pay.js'));
    const isFixable = async (): Promise<boolean[]> => {
      const { findings } = await lint(settings({ cache: key() }));
      expect(findings).toEqual((await lint(settings())).findings);
      return findings.filter(({ path }) => path === 'src/call.js').map(({ fixable }) => fixable);
    };
    expect(await isFixable()).toEqual([true]);
    writeFileSync(join(at, 'src/7.js'), "export const BASE_URL = 'https://eu.shiftboard-hq.com';\n");
    expect(await isFixable()).toEqual([false]);
    expect(await isFixable()).toEqual([false]);
    writeFileSync(join(at, 'src/7.js'), "export const BASE_URL = 'https://api.payments-hq.com';\n");
    expect(await isFixable()).toEqual([true]);
  });

  it('knows which files hold no constant of a route, and reads those anew that have changed', async () => {
    writeFileSync(
      join(at, 'src/paths.js'),
      "export const TENANT = '/api/v1/current-tenant';\nexport const QUOTE = '/api/v1/transfers/quote';\n",
    );
    const isFixable = async (): Promise<boolean[]> => {
      const { findings } = await lint(settings({ cache: key() }));
      expect(findings).toEqual((await lint(settings())).findings);
      return findings.filter(({ path }) => path === 'src/paths.js').map(({ fixable }) => fixable);
    };
    expect(await isFixable()).toEqual([true]);
    expect(key().read()).toContain('"lacks":"TENANT"');
    const SERVER = "import { TENANT } from './paths.js';\napp.get(TENANT, show);\n";
    writeFileSync(join(at, 'src/7.js'), SERVER);
    expect(await isFixable()).toEqual([false]);
    expect(await isFixable()).toEqual([false]);
    writeFileSync(join(at, 'src/7.js'), SERVER.replaceAll('TENANT', 'TENANTS'));
    expect(await isFixable()).toEqual([true]);
  });

  it('spares a second run the files, and says the same', async () => {
    const first = await both();
    expect(first).toHaveLength(2);
    const before = readFileSync(place());
    expect(await both()).toEqual(first);
    expect(readFileSync(place()).equals(before)).toBe(true);
    expect(statSync(place()).mode & 0o777).toBe(0o600);
    expect(statSync(cacheFolder).mode & 0o777).toBe(0o700);
    // It is what the second run goes by: one with another memory would say something else.
    key().write(key().read()?.replaceAll('balances', 'elsewhere') ?? '');
    expect(JSON.stringify(await lint(settings({ cache: key() })))).toContain('elsewhere');
  });
  it('sees a file that changed, grew, came, went, or was put in the place of another', async () => {
    writeFileSync(join(at, 'src/call.js'), QUIET);
    expect(await both()).toHaveLength(1);
    const { mtime } = statSync(join(at, 'src/call.js'));
    // The same size and the same time.
    writeFileSync(join(at, 'src/call.js'), CALL);
    utimesSync(join(at, 'src/call.js'), mtime, mtime);
    expect(await both()).toHaveLength(2);
    appendFileSync(join(at, 'src/7.js'), CALL);
    expect(await both()).toHaveLength(3);
    writeFileSync(join(at, 'src/new.js'), CALL);
    expect(await both()).toHaveLength(4);
    rmSync(join(at, 'src/8.js'));
    symlinkSync('call.js', join(at, 'src/8.js'));
    expect(await both()).toHaveLength(5);
    rmSync(join(at, 'src/call.js'));
    await both();
  });
  it('follows what other files say: a neighbour that begins to speak of the service, a script that sends', async () => {
    await both();
    writeFileSync(
      join(at, 'src/later.js'),
      "export const send = (body) => post('/api/v1/transfers', body); // receiverAmount\n",
    );
    const near = await both();
    expect(near).toEqual(await both());
    writeFileSync(join(at, 'send.sh'), 'curl -X POST https://x.example/api/v1/transfers -d @body.json\n');
    expect((await both()).length).toBeGreaterThanOrEqual(near.length);
    rmSync(join(at, 'src/later.js'));
    rmSync(join(at, 'send.sh'));
    expect(await both()).toHaveLength(2);
  });
  it('knows no dates: the same file is a warning, and an error after the cutoff', async () => {
    await both();
    const late = await both({ asOf: '2026-10-31' });
    expect(late.every((one) => one.endsWith('error'))).toBe(true);
    const early = await both({ asOf: '2026-03-01' });
    expect(early.every((one) => one.endsWith('warning'))).toBe(true);
    expect(await both({ cutoff: '2027-10-30' })).toEqual(await both());
  });
  it('levels and ignored files of the config file come after it', async () => {
    await both();
    expect(await both({ levels: { 'transfer-amount': 'off' } })).toHaveLength(1);
    expect(await both({ ignored: ['src/call.js'] })).toHaveLength(1);
    expect(await both()).toHaveLength(2);
  });
  it('is another for another version, other settings, or another folder', async () => {
    await both({}, key('1'));
    await both({}, key('2'));
    await both({ paths: ['src'] }, key('2'));
    expect(readdirSync(cacheFolder)).toHaveLength(2);
    for (let i = 0; i < 20; i++) await lint(settings({ cache: key(`more ${i}`) }));
    expect(readdirSync(cacheFolder).length).toBeLessThanOrEqual(16);
  });
  it('is nothing when it is cut, changed by a byte, or writable by others', async () => {
    const first = await both();
    const whole = readFileSync(place());
    const file = place();
    for (const text of [whole.subarray(0, -1), whole.subarray(0, 60), Buffer.alloc(0), Buffer.from('{}')]) {
      writeFileSync(file, text);
      expect(await both()).toEqual(first);
    }
    // Somebody tells it that the call isn't there.
    writeFileSync(file, whole.toString().replace('current-tenant-endpoint', 'customer-unclear-field'));
    expect(await both()).toEqual(first);
    writeFileSync(file, whole);
    chmodSync(file, 0o666);
    expect(key().read()).toBeUndefined();
    chmodSync(file, 0o600);
    const other = (process.geteuid?.() ?? 0) + 1;
    expect(new CacheFile(cacheFolder, ['version', at], other).read()).toBeUndefined();
    chmodSync(cacheFolder, 0o777);
    expect(key().read()).toBeUndefined();
    chmodSync(cacheFolder, 0o700);
    expect(key().read()).toBeDefined();
  });
  it('of two runs at once is whole', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => lint(settings({ cache: key() }))));
    expect(new Set(runs.map((one) => JSON.stringify(found(one)))).size).toBe(1);
    expect(readdirSync(cacheFolder)).toHaveLength(1);
    expect(await both()).toHaveLength(2);
  });
  it('keeps nothing of a file that changed a moment ago', async () => {
    vi.restoreAllMocks();
    const real = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => real);
    const seen = openSource(join(at, 'src/call.js'));
    expect('stamp' in seen && seen.stamp).toBe('');
  });
});

it.each([
  ['a pipe that nobody fills', (path: string) => execFileSync('mkfifo', [path])],
  ['a link', (path: string) => symlinkSync('/etc/hostname', path)],
  ['a device', (path: string) => symlinkSync('/dev/zero', path)],
])('%s under the name of a cache is no cache, and keeps nobody waiting', (_, make) => {
  const home = folder();
  const file = new CacheFile(home, ['k'], process.getuid?.());
  file.write('x');
  const [name = ''] = readdirSync(home);
  expect(file.read()).toBe('x');
  rmSync(join(home, name));
  make(join(home, name));
  expect(file.read()).toBeUndefined();
});

it.each([
  ['below a file', (home: string) => join(home, 'file', 'paybatch')],
  ['in a folder that nobody may enter', (home: string) => join(home, 'shut', 'paybatch')],
  ['of a name that is too long', (home: string) => join(home, 'x'.repeat(300))],
])('that can not be kept is no fault of the run: %s', (_, place) => {
  const home = folder({ file: '', 'shut/a': '' });
  chmodSync(join(home, 'shut'), 0);
  const file = new CacheFile(place(home), ['k'], process.geteuid?.());
  file.write('x');
  chmodSync(join(home, 'shut'), 0o700);
  expect(place(home).includes('shut') || file.read() === undefined).toBe(true);
});
