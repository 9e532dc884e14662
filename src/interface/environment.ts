// The name of an environment, to which ledger entries belong: one name for a service and a client id, however the
// address is spelt.

/** Addresses that lead to this machine, as `URL.hostname` writes them; a trailing dot is allowed. */
export function isLoopback(hostname: string): boolean {
  const host = withoutTrailing(hostname, '.');
  return host === 'localhost' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/**
 * The one spelling of a base address: lower-case host without a trailing dot, no default port, no trailing slash,
 * every loopback name as 127.0.0.1. For comparing, never for calling. Errors: a TypeError when it is not an address.
 */
export function canonicalAddress(baseUrl: string): string {
  const url = new URL(baseUrl);
  const host = isLoopback(url.hostname) ? '127.0.0.1' : withoutTrailing(url.hostname, '.');
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${url.protocol}//${host}${port}${withoutTrailing(url.pathname, '/')}`;
}

/** Canonical address and client id: the scope of every ledger entry. */
export function environmentName(baseUrl: string, clientId: string): string {
  return `${canonicalAddress(baseUrl)} ${clientId.trim()}`;
}

function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
