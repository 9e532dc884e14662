// The service's addresses: https only, loopback aside, and one spelling each.
import { PaybatchError } from '../errors.ts';
import { isLoopback } from '../interface/environment.ts';

export class AddressError extends PaybatchError {
  override readonly name = 'AddressError';

  constructor(message: string) {
    super('address', message);
  }
}

/** Checks an address and returns it without a trailing slash. Errors: {@link AddressError}. */
export function checkAddress(name: string, text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new AddressError(
      `${name}: "${text}" is not an address; expected something like https://api.example.com`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new AddressError(
      `${name}: the address holds a user name or password; credentials have settings of their own`,
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new AddressError(`${name}: the address must not have a query or a fragment`);
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new AddressError(
      `${name}: ${url.protocol}//${url.host} is not https; only loopback may do without`,
    );
  }
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  return `${url.origin}${path}`;
}

/**
 * Refuses to speak to anybody but this machine while Node is told not to check certificates. Errors:
 * {@link AddressError}.
 */
export function refuseInsecureTls(env: Readonly<Record<string, string | undefined>>, address: string): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  const { host, hostname } = new URL(address);
  if (isLoopback(hostname)) return;
  throw new AddressError(
    `NODE_TLS_REJECT_UNAUTHORIZED=0 turns certificate checks off, so anybody could answer for ${host} and be sent the secret: unset it; for an authority of your own, set NODE_EXTRA_CA_CERTS to its file`,
  );
}
