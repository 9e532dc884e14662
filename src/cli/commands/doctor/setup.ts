// The input of doctor's checks, and the form of their results.
import { type Probe, probe } from '../../../client/probe.ts';
import { proxyFor } from '../../../client/proxy.ts';
import { attempt, type Io, refuseUncheckedTls } from '../../io.ts';
import type { Settings } from '../../settings.ts';

/** An address, and its response to one GET. */
interface ProbedAddress {
  readonly url: string;
  readonly probe: Probe;
}

interface Probes {
  readonly base: ProbedAddress;
  readonly auth: ProbedAddress;
  /** Local time of the service's response. */
  readonly atMs: number;
}

export interface Setup {
  readonly settings: Settings;
  readonly io: Io;
  readonly timeoutMs: number;
  /** One GET for each address; `undefined` without an address. */
  readonly probes: Probes | undefined;
}

export interface CheckResult {
  readonly status: 'ok' | 'warning' | 'fault' | 'skipped';
  readonly message: string;
  /** What to do about a warning or a fault, else empty. */
  readonly fix: string;
}

export const ok = (message: string): CheckResult => ({ status: 'ok', message, fix: '' });
export const skipped = (message: string): CheckResult => ({ status: 'skipped', message, fix: '' });
export const warning = (message: string, fix: string): CheckResult => ({ status: 'warning', message, fix });
export const fault = (message: string, fix: string): CheckResult => ({ status: 'fault', message, fix });

export async function setupOf(settings: Settings, io: Io): Promise<Setup> {
  const timeoutMs = settings.values.timeout * 1000;
  return { settings, io, timeoutMs, probes: await probesOf(settings, timeoutMs, io) };
}

async function probesOf(settings: Settings, timeoutMs: number, io: Io): Promise<Probes | undefined> {
  const { value: own } = attempt(() => {
    refuseUncheckedTls(io);
    const [baseUrl, authUrl] = [settings.require('baseUrl'), settings.require('authUrl')];
    return { baseUrl, authUrl, proxy: settings.proxy() };
  });
  if (!own) return undefined; // the check of the settings gives the reason
  const look = async (url: string, path: string): Promise<ProbedAddress> => ({
    url,
    probe: await probe(url + path, {
      timeoutMs: Math.min(timeoutMs, 10_000),
      proxy: proxyFor(url, own.proxy),
    }),
  });
  const [base, auth] = await Promise.all([look(own.baseUrl, '/api/v1/developer'), look(own.authUrl, '/')]);
  return { base, auth, atMs: io.now() };
}
