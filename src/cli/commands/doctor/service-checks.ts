// doctor's checks of the service: whether it responds, its certificate is valid for a while, the clocks agree, the
// credentials are accepted, and the time-out is long enough.
import { CLOCK_WARNING_MS } from '../../../batch/send/service.ts';
import { ServiceClient } from '../../../client/client.ts';
import { systemClock } from '../../../client/clock.ts';
import { isOfNoProvider } from '../../../client/outcome.ts';
import { plain } from '../../../files/plain.ts';
import { say } from '../../../words/say.ts';
import { attempt } from '../../io.ts';
import { VERSION } from '../../this-process.ts';
import { type CheckResult, fault, ok, type Setup, skipped, warning } from './setup.ts';

const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = 14;
/** A shorter time-out puts payouts with a slow response in doubt. */
const LEAST_TIMEOUT_MS = 5000;
const NO_ADDRESS = skipped('no address is set');

export function address({ probes }: Setup): CheckResult {
  if (!probes) return NO_ADDRESS;
  const { base, auth } = probes;
  const dead = [base, auth].flatMap(({ url, probe }) =>
    probe.ok || probe.certificate ? [] : [`${url}: ${say(probe.why)}`],
  );
  if (dead.length > 0) {
    const fix =
      'Check PAYBATCH_BASE_URL and PAYBATCH_AUTH_URL, the firewall, and HTTPS_PROXY if one is needed';
    return fault(plain([...new Set(dead)].join('; ')), fix);
  }
  // Without credentials a service responds with 401 or 403.
  if (base.probe.ok && (base.probe.status >= 500 || base.probe.status === 404)) {
    const fix = 'Check PAYBATCH_BASE_URL, or wait: payouts sent now would fail or be in doubt';
    return warning(plain(`${base.url} responds with ${base.probe.status} to GET /api/v1/developer`), fix);
  }
  return ok(plain(base.url === auth.url ? `${base.url} responds` : `${base.url} and ${auth.url} respond`));
}

export function certificate({ probes }: Pick<Setup, 'probes'>): CheckResult {
  if (!probes) return NO_ADDRESS;
  let untilMs = Infinity;
  for (const { url, probe } of [probes.base, probes.auth]) {
    if (probe.ok) untilMs = Math.min(untilMs, probe.validToMs ?? Infinity);
    else if (probe.certificate) {
      const fix = 'For your own certificate authority set NODE_EXTRA_CA_CERTS; otherwise ask the service';
      return fault(plain(`${url}: ${say(probe.why)}`), fix);
    }
  }
  if (untilMs === Infinity) return skipped('none was seen (http, or no response)');
  const days = Math.floor((untilMs - probes.atMs) / DAY_MS);
  const message = `valid for ${days} more days`;
  return days < CERTIFICATE_DAYS
    ? warning(message, 'Ask the service whether it will be renewed in time')
    : ok(message);
}

export function clock({ probes }: Setup): CheckResult {
  if (!probes) return NO_ADDRESS;
  const { atMs } = probes;
  const [dateMs = null] = [probes.base, probes.auth].flatMap(({ probe }) =>
    probe.ok && probe.dateMs !== null ? [probe.dateMs] : [],
  );
  if (dateMs === null) return skipped('no response with a time to compare with');
  const off = atMs - dateMs;
  const seconds = Math.round(Math.abs(off) / 1000);
  // The header has whole seconds.
  if (Math.abs(off) <= CLOCK_WARNING_MS) return ok(`within ${Math.max(1, seconds)} s of the service's`);
  const fix =
    'Set the clock, and keep it synchronized (NTP): tokens, idempotency windows and duplicates depend on it';
  return fault(`${seconds} s ${off > 0 ? 'ahead of' : 'behind'} the service's`, fix);
}

/** Sends the only request that is not a GET: it asks for a token. */
export async function credentials({ probes, settings, timeoutMs }: Setup): Promise<CheckResult> {
  if (!probes) return NO_ADDRESS;
  const { value: secrets } = attempt(() => settings.credentials());
  if (!secrets) return skipped('correct the settings first');
  if (!probes.auth.probe.ok) return skipped("the identity provider doesn't respond");
  const client = new ServiceClient({
    ...{ baseUrl: probes.base.url, authUrl: probes.auth.url },
    credentials: secrets,
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
    if (!('outcome' in token)) return ok('the identity provider accepts them');
    const fix = isOfNoProvider(token)
      ? 'Check PAYBATCH_AUTH_URL: /oauth/token is added to it. The credentials were not checked'
      : 'Check PAYBATCH_CLIENT_ID, PAYBATCH_API_KEY and PAYBATCH_API_SECRET, and that they belong to PAYBATCH_AUTH_URL';
    return fault(plain(say(token.message)), fix);
  } finally {
    await client.close();
  }
}

export function timeouts({ probes, timeoutMs }: Setup): CheckResult {
  if (!probes) return NO_ADDRESS;
  const { probe: base } = probes.base;
  const seconds = timeoutMs / 1000;
  const took = base.ok ? `; the service took ${Math.round(base.latencyMs)} ms` : '';
  const message = `timeout is ${seconds} s${took}`;
  const isShort = timeoutMs < LEAST_TIMEOUT_MS || (base.ok && base.latencyMs * 3 > timeoutMs);
  return isShort
    ? warning(message, 'Raise timeout: a response that comes too late puts a payout in doubt')
    : ok(message);
}
