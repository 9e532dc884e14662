// The client of run and quote: made from the settings, stopped by signals, signed in before anything is sent.
import { ServiceClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import { type Gate, SharedGate } from '../../client/gate.ts';
import { isOfNoProvider } from '../../client/outcome.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { Refusal, type RunControl } from '../input/control.ts';
import { inputMessage } from '../input/messages.ts';
import type { RunHooks } from '../results/hooks.ts';
import type { CircuitBreaker } from './breakers.ts';
import { sendingMessage } from './messages.ts';
import type { ClientSettings } from './settings.ts';

/** Also used by `doctor`: the header has whole seconds, and a response takes time. */
export const CLOCK_WARNING_MS = 60_000;
const CLOCK_REFUSED_MS = 300_000;

export function openClient(
  { client, clock, random, profile, concurrency }: ClientSettings,
  gate?: Gate,
): ServiceClient {
  return new ServiceClient({ clock, random, ...client, profile, concurrency, gate });
}

/** The limits of all hosts, on a ledger that they share. Closed with its client. */
export const sharedGate = ({ limits }: Ledger, clock: Clock): Gate | undefined =>
  limits && new SharedGate(limits, clock);

/** After the first signal requests in progress finish, the second aborts them. */
export function stopOnSignal(control: RunControl, breaker: CircuitBreaker, client: ServiceClient): void {
  control.onSignal((signals) => {
    breaker.trip(sendingMessage('signal'));
    if (signals > 1) client.stop();
  });
}

/**
 * `creates`: whether something will be created: then a wrong clock of this machine is refused. Errors: {@link Refusal}
 * for that, or for wrong credentials. After any other failure, each row signs in again.
 */
export async function signIn(
  client: Pick<ServiceClient, 'token' | 'clockOffMs'>,
  { notice, creates }: Pick<RunHooks, 'notice'> & { readonly creates: boolean },
): Promise<void> {
  const token = await client.token();
  const offMs = client.clockOffMs ?? 0;
  if (Math.abs(offMs) > CLOCK_WARNING_MS) {
    if (Math.abs(offMs) > CLOCK_REFUSED_MS && creates)
      throw new Refusal('clock', inputMessage('clock_off', { offMs }));
    notice?.(inputMessage('clock_off_warning', { offMs }));
  }
  if (!('outcome' in token)) return;
  const why = token.message;
  if (token.credentials !== true) notice?.(sendingMessage('sign_in_failed', { why }));
  else if (isOfNoProvider(token))
    throw new Refusal('auth_address', inputMessage('no_identity_provider', { why }));
  else throw new Refusal('credentials', inputMessage('credentials_refused', { why }));
}
