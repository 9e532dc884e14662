// doctor makes every check whatever the others find, creates nothing, and prints what to do for each fault.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { CHECKS, type DoctorFinding } from '../../src/cli/commands/doctor/doctor.ts';
import { certificate } from '../../src/cli/commands/doctor/service-checks.ts';
import { program } from '../../src/cli/program.ts';
import { probe } from '../../src/client/probe.ts';
import { testCertificate } from '../kit/certificate.ts';
import { ledgerEnv, serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { httpServer, listening } from '../kit/http.ts';
import { fakeIo } from '../kit/io.ts';
import { sandbox } from '../kit/sandbox.ts';

async function doctor(
  at: string,
  env: Readonly<Record<string, string>>,
  more: Parameters<typeof fakeIo>[2] = {},
): Promise<{ code: number; checks: Map<string, DoctorFinding> }> {
  const io = fakeIo(at, { PAYBATCH_LEDGER: join(at, 'l.db'), ...env }, more);
  const code = await program(['doctor', '--json'], io);
  const { checks, exitCode } = JSON.parse(io.said.out) as { checks: DoctorFinding[]; exitCode: number };
  expect(exitCode).toBe(code);
  expect(checks.map(({ name }) => name)).toEqual(Object.keys(CHECKS));
  for (const one of checks) expect(one.fix !== '').toBe(one.status === 'fault' || one.status === 'warning');
  return { code, checks: new Map(checks.map((one) => [one.name, one])) };
}

const statuses = (checks: Map<string, DoctorFinding>): Record<string, string> =>
  Object.fromEntries([...checks].map(([name, { status }]) => [name, status]));

describe('doctor', () => {
  it('finds no fault in a good set-up, and creates and sends nothing', async () => {
    const service = await sandbox();
    const at = folder();
    const { code, checks } = await doctor(at, serviceEnv(service.url));
    expect(code).toBe(0);
    expect(statuses(checks)).toMatchObject({
      settings: 'ok',
      address: 'ok',
      certificate: 'skipped',
      clock: 'ok',
      credentials: 'ok',
      ledger: 'warning', // on loopback a run creates it
      timeouts: 'ok',
    });
    expect(readdirSync(at)).toEqual([]);
    expect(service.store.transfers).toHaveLength(0);
  });

  it('warns about an unknown PAYBATCH_ variable', async () => {
    const service = await sandbox();
    const { code, checks } = await doctor(folder(), { ...serviceEnv(service.url), PAYBATCH_BASEURL: 'x' });
    expect(code).toBe(0);
    expect(checks.get('settings')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('did you mean PAYBATCH_BASE_URL?') as unknown,
    });
  });

  it('names all missing settings, and continues with the other checks', async () => {
    const { code, checks } = await doctor(folder(), {});
    expect(code).toBe(1);
    expect(checks.get('settings')?.message.match(/is not set/g)).toHaveLength(5);
    expect((await doctor(folder(), { PAYBATCH_TIMEOUT: 'soon' })).code).toBe(1);
    expect(statuses(checks)).toMatchObject({ address: 'skipped', credentials: 'skipped', ledger: 'fault' });
  });

  it('reads the secret file only once, so it may be a pipe', async () => {
    const service = await sandbox();
    const at = folder();
    const pipe = join(at, 'secret');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const { PAYBATCH_API_SECRET: secret = '', ...env } = serviceEnv(service.url);
    const writer = spawn('sh', ['-c', 'printf %s "$SECRET" >"$PIPE"'], {
      env: { SECRET: secret, PIPE: pipe },
    });
    onTestFinished(() => void writer.kill());
    const { checks } = await doctor(at, { ...env, PAYBATCH_API_SECRET_FILE: pipe });
    expect(statuses(checks)).toMatchObject({ settings: 'ok', credentials: 'ok' });
  });

  it('reports a mistake in the config file, with a fix', async () => {
    const { checks } = await doctor(folder({ 'paybatch.config.json': '{"concurrency": "many"}' }), {});
    expect(checks.get('settings')).toMatchObject({
      status: 'fault',
      fix: expect.stringContaining('config') as unknown,
    });
  });

  it('reports a --notify address that a run would refuse, without its secret', async () => {
    const service = await sandbox();
    const env = { ...serviceEnv(service.url), PAYBATCH_NOTIFY: 'ftp://hooks.example/secret' };
    const { code, checks } = await doctor(folder(), env);
    expect(code).toBe(1);
    expect(checks.get('settings')?.message).toContain('PAYBATCH_NOTIFY: expected an https address');
    expect(checks.get('settings')?.message).not.toContain('secret');
  });

  it('distinguishes refused credentials from a service that does not respond', async () => {
    const service = await sandbox();
    const wrong = await doctor(folder(), { ...serviceEnv(service.url), PAYBATCH_API_KEY: 'no' });
    expect(statuses(wrong.checks)).toMatchObject({ address: 'ok', credentials: 'fault' });
    expect(JSON.stringify([...wrong.checks])).not.toContain(serviceEnv(service.url)['PAYBATCH_API_SECRET']);
    const away = await doctor(folder(), serviceEnv('http://127.0.0.1:1'));
    expect(statuses(away.checks)).toMatchObject({
      address: 'fault',
      credentials: 'skipped',
      clock: 'skipped',
    });
    expect(away.code).toBe(1);
  });

  it.each([503, 404])('warns about a service that responds with %i', async (status) => {
    const service = await sandbox();
    const base = await httpServer((_, response) => response.writeHead(status).end());
    const { code, checks } = await doctor(folder(), {
      ...serviceEnv(service.url),
      PAYBATCH_BASE_URL: base,
    });
    expect(checks.get('address')).toMatchObject({
      status: 'warning',
      message: `${base} responds with ${status} to GET /api/v1/developer`,
    });
    expect([code, statuses(checks)['credentials']]).toEqual([0, 'ok']);
  });

  it.each([
    [3_600_000, 'fault', 'ahead of'],
    [-3_600_000, 'fault', 'behind'],
    [30_000, 'ok', 'within'],
  ] as const)('compares the clocks: %i ms off is %s', async (off, status, words) => {
    const service = await sandbox();
    const { checks } = await doctor(folder(), serviceEnv(service.url), { now: () => Date.now() + off });
    expect(checks.get('clock')).toMatchObject({ status, message: expect.stringContaining(words) as unknown });
  });

  it('accepts a good ledger, and reports a ledger with another id or a relative path', async () => {
    const service = await sandbox();
    const at = folder();
    const env = ledgerEnv(at, service.url);
    expect(await program(['ledger', 'init'], fakeIo(at, env))).toBe(0);
    expect((await doctor(at, env)).checks.get('ledger')).toMatchObject({ status: 'ok' });
    const pinned = folder({ 'paybatch.config.json': '{"ledgerId": "11111111-2222-4333-8444-555555555555"}' });
    expect((await doctor(pinned, env)).checks.get('ledger')).toMatchObject({ status: 'fault' });
    expect((await doctor(at, { ...env, PAYBATCH_LEDGER: 'here.db' })).checks.get('ledger')).toMatchObject({
      status: 'fault',
    });
  });

  it.each([
    ['whose folder is a file', 'f', 'f/l.db', 'there is no ledger at'],
    ['whose folder is below a file', 'f', 'f/g/l.db', 'there is no ledger at'],
  ])('reports a ledger %s', async (_, file, ledger, why) => {
    const at = folder({ [file]: '' });
    const env = { ...serviceEnv('https://api.payments.invalid'), PAYBATCH_LEDGER: join(at, ledger) };
    const { checks } = await doctor(at, env);
    expect(checks.get('ledger')).toMatchObject({ status: 'fault' });
    expect(checks.get('ledger')?.message).toContain(why);
  });

  it('warns about a secret file that every user can read', async () => {
    const service = await sandbox();
    const { PAYBATCH_API_SECRET: secret = '', ...env } = serviceEnv(service.url);
    const at = folder({ secret });
    const look = async () =>
      (await doctor(at, { ...env, PAYBATCH_API_SECRET_FILE: join(at, 'secret') })).checks.get('settings');
    chmodSync(join(at, 'secret'), 0o644);
    expect(await look()).toMatchObject({ status: 'warning', fix: 'chmod 600 that file' });
    chmodSync(join(at, 'secret'), 0o600);
    expect(await look()).toMatchObject({ status: 'ok' });
  });

  it('reports that certificates are not checked', async () => {
    const env = { ...serviceEnv('https://api.payments.invalid'), NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const { code, checks } = await doctor(folder(), env);
    expect(code).toBe(1);
    expect(checks.get('settings')?.message).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0');
  });
});

describe('a probe', () => {
  const options = { timeoutMs: 5000, proxy: undefined };

  it('returns the expiry of a certificate, and refuses an untrusted certificate', async () => {
    const { key, cert } = testCertificate('localhost');
    const server = createServer({ key, cert }, (_, response) => response.writeHead(401).end());
    const url = `https://localhost:${await listening(server)}/`;
    expect(await probe(url, options)).toMatchObject({ ok: false, certificate: true });
    const seen = await probe(url, { ...options, ca: cert });
    expect(seen).toMatchObject({ ok: true, status: 401 });
    const auth = { url, probe: seen };
    const until = seen.ok ? (seen.validToMs ?? 0) : 0;
    const at = (days: number) =>
      certificate({ probes: { auth, base: auth, atMs: until - days * 86_400_000 } });
    expect([at(20).status, at(5).status]).toEqual(['ok', 'warning']);
    const unknown = { auth, base: { url, probe: await probe(url, options) }, atMs: 0 };
    expect(certificate({ probes: unknown }).status).toBe('fault');
  });
});
