// The service as run and quote use it: a client from the settings, bound to the signals, signed in before anything is
// sent.
import type { ObserveAttempt } from '../../client/call-context.ts';
import { ServiceClient } from '../../client/client.ts';
import { SharedGate } from '../../client/gate.ts';
import { isOfNoProvider } from '../../client/outcome.ts';
import { isLoopback } from '../../interface/environment.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { Refusal, type RunControl } from '../input/control.ts';
import type { RunLog } from '../results/hooks.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { ServiceSettings } from './settings.ts';

/** As `doctor` has it: the header has whole seconds, and an answer takes its time. */
export const CLOCK_WARNING_MS = 60_000;
const CLOCK_REFUSED_MS = 300_000;

/** `limits`: what a ledger that several hosts share lets all of them do. */
export function openClient(
  settings: Pick<ServiceSettings, 'client' | 'clock' | 'random' | 'profile' | 'concurrency'>,
  onAttempt?: ObserveAttempt,
  limits?: Ledger['limits'],
): ServiceClient {
  return new ServiceClient({
    clock: settings.clock,
    random: settings.random,
    ...settings.client,
    profile: settings.profile,
    concurrency: settings.concurrency,
    onAttempt,
    gate: limits && new SharedGate(limits, settings.clock),
  });
}

/** After the first signal requests in progress finish, the second aborts them. */
export function stopOnSignal(control: RunControl, breaker: CircuitBreaker, client: ServiceClient): void {
  control.onSignal((signals) => {
    breaker.trip('a signal');
    if (signals > 1) client.stop();
  });
}

export interface SigningIn {
  readonly log: RunLog;
  readonly notice?: ((text: string) => void) | undefined;
  readonly baseUrl: string;
  /** Whether something will be created: then a wrong clock is refused. */
  readonly creates: boolean;
}

/**
 * Errors: {@link Refusal} for wrong credentials, or a wrong clock of this machine. Rows meet any other failure
 * themselves.
 */
export async function signIn(
  client: Pick<ServiceClient, 'signIn' | 'clockOffMs'>,
  { log, notice, baseUrl, creates }: SigningIn,
): Promise<void> {
  const refused = await client.signIn();
  const offMs = client.clockOffMs ?? 0;
  if (Math.abs(offMs) > CLOCK_WARNING_MS) {
    const text = clockText(offMs);
    // A service on this machine may have any time.
    const isRefused = Math.abs(offMs) > CLOCK_REFUSED_MS && !isLoopback(new URL(baseUrl).hostname);
    if (isRefused && creates) throw new Refusal('clock', text);
    notice?.(`warning: ${text}`);
  }
  if (!refused) return;
  if (refused.credentials === true && isOfNoProvider(refused))
    throw new Refusal(
      'auth_address',
      `no identity provider responds at that address, so the credentials were not checked: ${refused.message}`,
    );
  if (refused.credentials === true) {
    throw new Refusal('credentials', `the identity provider refuses the credentials: ${refused.message}`);
  }
  log.warn('the identity provider gave no token; each row will ask again', { reason: refused.message });
}

function clockText(offMs: number): string {
  const seconds = Math.round(Math.abs(offMs) / 1000);
  const off = seconds < 3600 ? `${seconds} s` : `${Math.round(seconds / 3600)} h`;
  return `this machine's clock is ${off} ${offMs > 0 ? 'ahead of' : 'behind'} the service's: set it, and keep it synchronized (NTP). Duplicate checks and idempotency windows depend on it`;
}
