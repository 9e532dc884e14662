// doctor's looks at the service: does it answer, is its certificate good for a while, do the clocks agree, are the
// credentials taken, is the time-out a match for how fast it answers. One GET for each address, one token request.
import { CLOCK_WARNING_MS } from '../../../batch/send/clock-check.ts';
import { ServiceClient } from '../../../client/client.ts';
import { systemClock } from '../../../client/clock.ts';
import { isOfNoProvider } from '../../../client/outcome.ts';
import { type Probe, probe } from '../../../client/probe.ts';
import { proxyFor } from '../../../client/proxy.ts';
import { plain } from '../../../files/plain.ts';
import type { Io } from '../../io.ts';
import type { Settings } from '../../settings.ts';
import { VERSION } from '../../this-process.ts';
import { fault, type Finding, ok, skipped, warning } from './finding.ts';

const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = 14;
/** An answer that comes later than this puts a payout in doubt: less is asking for it. */
const LEAST_TIMEOUT_MS = 5000;

export interface Addresses {
  readonly baseUrl: string;
  readonly authUrl: string;
}

export interface Probes {
  readonly addresses: Addresses;
  readonly base: Probe;
  readonly auth: Probe;
  /** Local time when the service's answer came. */
  readonly atMs: number;
}

/** Both addresses are looked at at once. */
export async function probes(
  addresses: Addresses,
  timeoutMs: number,
  settings: Settings,
  io: Io,
): Promise<Probes> {
  const look = (address: string): Promise<Probe> =>
    probe(address, {
      timeoutMs: Math.min(timeoutMs, 10_000),
      proxy: proxyFor(address, settings.proxy()),
      now: () => performance.now(),
    });
  const [base, auth] = await Promise.all([
    look(`${addresses.baseUrl}/api/v1/developer`),
    look(`${addresses.authUrl}/`),
  ]);
  return { addresses, base, auth, atMs: io.now() };
}

export function address({ addresses, base, auth }: Probes): Finding {
  const dead = [
    ...(base.ok || base.certificate ? [] : [`${addresses.baseUrl}: ${base.why}`]),
    ...(auth.ok || auth.certificate ? [] : [`${addresses.authUrl}: ${auth.why}`]),
  ];
  if (dead.length > 0) {
    const fix =
      'Check PAYBATCH_BASE_URL and PAYBATCH_AUTH_URL, the firewall, and HTTPS_PROXY where one is needed';
    return fault('address', plain([...new Set(dead)].join('; ')), fix);
  }
  // Without credentials 401 and 403 are what a service answers; that it is in trouble, it says with 5xx.
  if (base.ok && base.status >= 500) {
    const fix = 'Ask the service, or wait: payouts sent now would be in doubt';
    return warning('address', plain(`${addresses.baseUrl} answers ${base.status}`), fix);
  }
  if (base.ok && base.status === 404) {
    const fix =
      'Check PAYBATCH_BASE_URL: what stands there should know this path, and refuse it without credentials';
    return warning('address', plain(`${addresses.baseUrl} answers 404 for GET /api/v1/developer`), fix);
  }
  const both =
    addresses.baseUrl === addresses.authUrl ? [addresses.baseUrl] : [addresses.baseUrl, addresses.authUrl];
  return ok('address', plain(`${both.join(' and ')} answer${both.length === 1 ? 's' : ''}`));
}

export function certificate({ addresses, base, auth, atMs }: Probes): Finding {
  const seen = [
    [addresses.baseUrl, base],
    [addresses.authUrl, auth],
  ] as const;
  for (const [where, found] of seen) {
    if (found.ok || !found.certificate) continue;
    const fix =
      'For a certificate authority of your own set NODE_EXTRA_CA_CERTS; anything else, ask the service';
    return fault('certificate', plain(`${where}: ${found.why}`), fix);
  }
  const until = seen.flatMap(([, found]) => (found.ok && found.validToMs !== null ? [found.validToMs] : []));
  if (until.length === 0) return skipped('certificate', 'none was seen (http, a proxy, or no answer)');
  const days = Math.floor((Math.min(...until) - atMs) / DAY_MS);
  const message = `valid for ${days} more days`;
  return days < CERTIFICATE_DAYS
    ? warning('certificate', message, 'Ask the service whether it will be renewed in time')
    : ok('certificate', message);
}

export function clock({ base, auth, atMs }: Probes): Finding {
  const dateMs = [base, auth].map((one) => (one.ok ? one.dateMs : null)).find((one) => one !== null) ?? null;
  if (dateMs === null) return skipped('clock', 'no answer with a time to compare with');
  const whose = base.ok && base.dateMs !== null ? "the service's" : "the identity provider's";
  // The header has whole seconds.
  const off = atMs - dateMs;
  const seconds = Math.round(Math.abs(off) / 1000);
  if (Math.abs(off) <= CLOCK_WARNING_MS) return ok('clock', `within ${Math.max(1, seconds)} s of ${whose}`);
  const fix = 'Set it, and keep it set (NTP): tokens, idempotency windows and what looks alike depend on it';
  return fault('clock', `${seconds} s ${off > 0 ? 'ahead of' : 'behind'} ${whose}`, fix);
}

/** The one request that isn't a GET: a token. */
export async function credentials(
  { addresses, auth }: Probes,
  settings: Settings,
  timeoutMs: number,
): Promise<Finding> {
  if (!auth.ok) return skipped('credentials', "the identity provider doesn't answer");
  const client = new ServiceClient({
    ...addresses,
    credentials: {
      clientId: settings.require('clientId'),
      apiKey: settings.require('apiKey'),
      apiSecret: settings.apiSecret(),
    },
    proxy: settings.proxy(),
    timeoutMs,
    clock: systemClock,
    profile: settings.profile,
    concurrency: 1,
    limits: { attempts: 1 },
    userAgent: `paybatch/${VERSION}`,
  });
  try {
    const token = await client.token();
    if (!('outcome' in token)) return ok('credentials', 'the identity provider takes them');
    const fix = isOfNoProvider(token)
      ? 'Check PAYBATCH_AUTH_URL: /oauth/token is added to it. Nobody has seen the credentials'
      : 'Check PAYBATCH_CLIENT_ID, PAYBATCH_API_KEY and PAYBATCH_API_SECRET, and that they belong to PAYBATCH_AUTH_URL';
    return fault('credentials', plain(token.message), fix);
  } finally {
    await client.close();
  }
}

export function timeouts({ base }: Probes, timeoutMs: number, settings: Settings): Finding {
  const seconds = timeoutMs / 1000;
  const { idempotency } = settings.profile;
  if (idempotency && idempotency.windowSeconds <= seconds) {
    const message = `profile.idempotency.windowSeconds (${idempotency.windowSeconds}) is not longer than timeout (${seconds})`;
    return warning(
      'timeouts',
      message,
      'No row in doubt could be sent again inside the window: shorten timeout',
    );
  }
  if (base.ok && base.latencyMs * 3 > timeoutMs) {
    const message = `the service took ${Math.round(base.latencyMs)} ms for a simple answer, and timeout is ${seconds} s`;
    return warning(
      'timeouts',
      message,
      'Raise timeout: an answer that comes too late puts a payout in doubt',
    );
  }
  if (timeoutMs < LEAST_TIMEOUT_MS) {
    const fix = 'Raise timeout to 30: an answer that comes too late puts a payout in doubt';
    return warning('timeouts', `timeout is ${seconds} s`, fix);
  }
  const took = base.ok ? `; the service took ${Math.round(base.latencyMs)} ms` : '';
  return ok('timeouts', `timeout is ${seconds} s${took}`);
}
